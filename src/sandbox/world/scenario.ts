import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { capacityEntry } from '../../service/v2/contract.ts';
import { applicationSchema } from '../oauth/application.ts';
import { clockSettings } from './clock-settings.ts';
import { faultSchema } from '../faults/fault-schema.ts';
import { vinPattern } from './vin.ts';

/** Where a vehicle is based. The document gives nominal capacity in the United States and Europe only. */
const regions = ['US', 'Europe', 'Canada'] as const;
export type Region = (typeof regions)[number];

const candidates = z.array(capacityEntry).min(2);

/** The three cases of the document ("Battery capacity response cases"). */
const capacityCase = z.discriminatedUnion('case', [
  z.strictObject({ case: z.literal('determined'), nominal: z.number().positive() }),
  z.strictObject({ case: z.literal('undetermined'), candidates }),
  z.strictObject({ case: z.literal('selected'), nominal: z.number().positive(), candidates }),
]);
export type CapacityCase = z.infer<typeof capacityCase>;

const vehicle = z.strictObject({
  id: z.uuid().optional(),
  vin: z.string().regex(vinPattern).optional(),
  make: z.string().min(1),
  model: z.string().min(1),
  year: z.number().int().min(1990).max(2100),
  region: z.enum(regions).default('Europe'),
  capacity: capacityCase.default({ case: 'determined', nominal: 75 }),
  /** Served as they stand, whatever dates are asked for: also those that break the contract. */
  records: z.array(z.unknown()).optional(),
});

/** What `--scenario FILE` may hold. What it leaves out is as in the seeded world. */
export const scenarioSchema = z.strictObject({
  /** For editors: where the schema of scenarios is. */
  $schema: z.string().optional(),
  application: applicationSchema.optional(),
  owners: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        /** null: the moment of the first Allow. */
        firstGrantedAt: z.iso.datetime().nullable().optional(),
        /** A list, or how many the sandbox shall make up. */
        vehicles: z.union([z.array(vehicle).min(1), z.strictObject({ count: z.number().int().min(1).max(10_000) })]),
      }),
    )
    .min(1)
    .optional(),
  /** Charge records of each vehicle in the default range, in place of the everyday ones. */
  recordsPerVehicle: z.number().int().min(0).max(1_000_000).optional(),
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
  throw new Error(`${source} is not a scenario:\n${describeIssues(checked.error).join('\n')}`);
}

/** Throws an Error that says what to put right. */
export function readScenario(file: string): CheckedScenario {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The scenario ${file} can't be read: ${(error as Error).message}`, { cause: error });
  }
  return checkScenario(content, file);
}

/** One line per problem: where it is, and what is wrong. */
export function describeIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => describeIssue(issue, []));
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  // Of the shapes that something may have, the one that it has, but for something inside it.
  const meant =
    issue.code === 'invalid_union'
      ? issue.errors.find((inner) => inner.every((each) => each.path.length > 0))
      : undefined;
  if (meant) return meant.flatMap((inner) => describeIssue(inner, path));
  return [`${path.map(String).join('.') || 'the whole'}: ${issue.message}`];
}
