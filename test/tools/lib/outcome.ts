import { writeFileSync } from 'node:fs';

/** What became of one suite. */
export interface Outcome {
  /** A number of tests. */
  readonly passed: number;
  /** A line for each test that failed: its name, and why. */
  readonly failures: readonly string[];
}

/** Names the file that a mocha run writes its {@link Outcome} to, wherever it runs. */
export const outcomeVariable = 'VEHICLE_DATA_TEST_OUTCOME';

/** To be called at the end of a mocha run, in the process that runs it. */
export function writeOutcome(outcome: Outcome): void {
  const file = process.env[outcomeVariable];
  if (file) writeFileSync(file, JSON.stringify(outcome));
}

/** The line for a test or hook of mocha that failed. What was thrown may come from another process. */
export function failureLine(title: string, thrown: unknown): string {
  const { message = String(thrown) } = (thrown ?? {}) as Partial<Error>;
  return `${title}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
}
