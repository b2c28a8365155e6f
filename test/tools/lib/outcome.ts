import { writeFileSync } from 'node:fs';

/** What became of one suite: numbers of tests. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** Names the file that a mocha run writes its {@link Outcome} to, wherever it runs. */
export const outcomeVariable = 'VEHICLE_DATA_TEST_OUTCOME';

/** To be called at the end of a mocha run, in the process that runs it. */
export function writeOutcome(outcome: Outcome): void {
  const file = process.env[outcomeVariable];
  if (file) writeFileSync(file, JSON.stringify(outcome));
}
