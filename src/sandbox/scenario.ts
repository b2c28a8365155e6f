import * as z from 'zod';
import { localPath } from '../common/files/local-path.ts';
import { readAtMost } from '../common/files/read-at-most.ts';
import { parseJsonBytes } from '../common/text/decode-text.ts';
import { describeIssues } from './web/http.ts';
import { faultSchema } from './faults/fault-schema.ts';
import { version2Options } from './v2/api-version-2.ts';
import { variantText } from './v3/variants.ts';
import { mostWebhooks, webhookOptions } from './webhooks/webhook-options.ts';
import { applicationSchema, ownerOptions } from './world/world.ts';
import { clockSettings } from './world/changes.ts';

/** The contents of a `--scenario FILE`. Omitted parts are as in the seeded world. */
export const scenarioSchema = z.strictObject({
  /** The location of the scenario schema, for editors. */
  $schema: z.string().optional(),
  application: applicationSchema.optional(),
  owners: z.array(ownerOptions).min(1).optional(),
  /** Number of charge records of each vehicle in the default range, instead of the everyday charges. */
  recordsPerVehicle: z.number().int().min(0).max(1_000_000).optional(),
  /** When version 2.0 ends, by the clock of the sandbox. */
  v2: version2Options.optional(),
  /** Which forms of version 3 to use if copies of its documentation differ: `newer`, `timestamps=iso`. */
  v3Variant: variantText.optional(),
  /** Whether version 3 has nothing stored of a vehicle until it is subscribed, from the start and after a reset. */
  emptyStore: z.boolean().optional(),
  /** Webhooks that are there from the start, and again after a reset. */
  webhooks: z.array(webhookOptions).max(mostWebhooks).optional(),
  /** Faults planned from the start, and again after a reset. */
  faults: z.array(faultSchema).optional(),
  /** The initial clock of a fresh state, and after a reset. */
  clock: clockSettings.optional(),
});
export type Scenario = z.input<typeof scenarioSchema>;
export type CheckedScenario = z.output<typeof scenarioSchema>;

/** Throws an Error whose message lists the problems. */
export function checkScenario(scenario: unknown, source = 'The scenario'): CheckedScenario {
  const checked = scenarioSchema.safeParse(scenario);
  if (checked.success) return checked.data;
  throw new Error(`${source} is not a valid scenario: ${describeIssues(checked.error).join('; ')}`);
}

/** Thousands of owners with their vehicles are a few MB. */
const mostScenarioBytes = 64 << 20;

/** Throws an Error that says what to correct. */
export function readScenario(file: string): CheckedScenario {
  let content: unknown;
  try {
    content = parseJsonBytes(readAtMost(localPath(file), mostScenarioBytes));
  } catch (error) {
    throw new Error(`Cannot read the scenario ${file}: ${(error as Error).message}`, { cause: error });
  }
  return checkScenario(content, file);
}
