import { mkdirSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, outcomeVariable } from './outcome.ts';
import { cache } from './paths.ts';
import { stopServices } from './service.ts';

/** Runs the files that are named, or all where none is; options are for mocha. */
export type Suite = (files: readonly string[], options: readonly string[]) => Promise<Outcome | readonly Outcome[]>;

/**
 * Runs a suite that reports to {@link outcomeVariable}, and reads its report. A suite that ends badly without saying
 * that a test failed, or that runs no test at all, counts as one failure: silence is never success.
 */
export async function outcomeOf(
  name: string,
  suite: (env: Record<string, string>) => Promise<number>,
): Promise<Outcome> {
  const file = join(cache, `outcome-${name.replaceAll(/\W+/g, '-')}.json`);
  mkdirSync(cache, { recursive: true });
  rmSync(file, { force: true });
  console.log(`\n--- ${name}`);
  let code: number;
  try {
    code = await suite({ [outcomeVariable]: file });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = 1;
  } finally {
    // A suite that failed half-way leaves no program behind for the next.
    await stopServices();
  }
  const reported = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : { passed: 0, failures: [] };
  const { passed, failures } = judge(reported, code);
  return { passed, failures: failures.map((failure) => `${name}: ${failure}`) };
}

/** Exported for its test. */
function judge(reported: Outcome, exitCode: number): Outcome {
  const silent = reported.failures.length === 0 && (exitCode !== 0 || reported.passed === 0);
  return silent ? { ...reported, failures: [`ended with exit code ${exitCode}, and no test says why`] } : reported;
}

/** Prints what failed and the closing line, which automation reads, and sets the exit code. */
export function close(outcomes: readonly Outcome[]): void {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  console.log(['', ...failures.map((failure) => `FAILED  ${failure}`)].join('\n'));
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
