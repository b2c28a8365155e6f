import { writeFileSync } from 'node:fs';

/** Numbers of tests. */
export interface Counts {
  passed: number;
  failed: number;
}

/** What became of one suite. */
export interface Outcome extends Readonly<Counts> {
  /** The same for each file of tests; absent where the suite doesn't tell. */
  readonly files?: Readonly<Record<string, Readonly<Counts>>>;
}

/** The files in which something failed. */
export function failedFiles({ files = {} }: Outcome): string[] {
  return Object.keys(files).filter((file) => (files[file]?.failed ?? 0) > 0);
}

/** What became of a suite some of whose files ran once more: of those, the second run counts. */
export function withSecondRun(first: Outcome, second: Outcome): Outcome {
  const again = new Set(failedFiles(first));
  const rest = Object.entries(first.files ?? {}).filter(([file]) => !again.has(file));
  const passed = rest.reduce((sum, [, counts]) => sum + counts.passed, second.passed);
  return { passed, failed: second.failed };
}

/** Names the file that a mocha run writes its {@link Outcome} to, wherever it runs. */
export const outcomeVariable = 'VEHICLE_DATA_TEST_OUTCOME';

/** To be called at the end of a mocha run, in the process that runs it. */
export function writeOutcome(outcome: Outcome): void {
  const file = process.env[outcomeVariable];
  if (file) writeFileSync(file, JSON.stringify(outcome));
}
