import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { parseJsonBytes } from '../common/text/json-bytes.ts';
import { describeIssues } from './describe-issues.ts';
import { faultSchema } from './faults/fault-schema.ts';
import { variantText } from './v3/variants.ts';
import { applicationSchema } from './world/application.ts';
import { clockSettings } from './world/clock-settings.ts';
import { ownerOptions } from './world/owner-options.ts';

/** What `--scenario FILE` may hold. What it leaves out is as in the seeded world. */
export const scenarioSchema = z.strictObject({
  /** For editors: where the schema of scenarios is. */
  $schema: z.string().optional(),
  application: applicationSchema.optional(),
  owners: z.array(ownerOptions).min(1).optional(),
  /** Charge records of each vehicle in the default range, in place of the everyday ones. */
  recordsPerVehicle: z.number().int().min(0).max(1_000_000).optional(),
  /** Which forms of version 3 to play, where copies of its documentation differ: `newer`, `timestamps=iso`. */
  v3Variant: variantText.optional(),
  /** What goes wrong from the start, and again after a reset. */
  faults: z.array(faultSchema).optional(),
  /** Where the clock of a fresh state begins, and that of one that was reset. */
  clock: clockSettings.optional(),
});
export type Scenario = z.input<typeof scenarioSchema>;
export type CheckedScenario = z.output<typeof scenarioSchema>;

/** Throws an Error whose message lists what is wrong, a line each. */
export function checkScenario(scenario: unknown, source = 'The scenario'): CheckedScenario {
  const checked = scenarioSchema.safeParse(scenario);
  if (checked.success) return checked.data;
  throw new Error(`${source} is not a valid scenario:\n${describeIssues(checked.error).join('\n')}`);
}

/** Throws an Error that says what to put right. */
export function readScenario(file: string): CheckedScenario {
  let content: unknown;
  try {
    content = parseJsonBytes(readFileSync(file));
  } catch (error) {
    throw new Error(`Cannot read the scenario ${file}: ${(error as Error).message}`, { cause: error });
  }
  return checkScenario(content, file);
}
