// npm test [-- SUITE|FILE ... [OPTION ...]]: everything, in order; a failure stops nothing. With suites or files, those
// alone; options go to mocha (`-g 'part of a title'`). The last line says `N passed, N failed`.
import { runClockSuite } from '../clock/suite.ts';
import { runFaultSuite } from '../faults/suite.ts';
import { runHostSuites } from '../host/suites.ts';
import { runPageSuite, runPageSuiteBeside } from '../page/suite.ts';
import { runUiSuites } from '../ui/suite.ts';
import { readChosen } from './lib/chosen.ts';
import { runAttackSuite, runUnitSuite } from './lib/mocha.ts';
import type { Outcome } from './lib/outcome.ts';
import { close, type Suite } from './lib/suites.ts';

/** In this order. The last looks for secrets in what all the others left. */
const suites = {
  unit: { folder: 'test/unit', run: runUnitSuite },
  attacks: { folder: 'test/attacks', run: runAttackSuite },
  clock: { folder: 'test/clock', run: runClockSuite },
  faults: { folder: 'test/faults', run: runFaultSuite },
  host: { folder: 'test/host/suite', run: runHostSuites },
  page: { folder: 'test/page', run: runPageSuite },
  ui: { folder: 'test/ui', run: runUiSuites },
} as const satisfies Record<string, { readonly folder: string; readonly run: Suite }>;
type Name = keyof typeof suites;

const folders = Object.fromEntries(Object.entries(suites).map(([name, { folder }]) => [name, folder]));
const outcomes: Outcome[] = [];
try {
  const chosen = readChosen(process.argv.slice(2), folders as Record<Name, string>);
  const { page, ui } = Object.fromEntries(chosen.suites) as Partial<Record<Name, readonly string[]>>;
  const isBeside = page?.length === 0 && ui?.length === 0;
  // Tests in VS Code wait for it most of the time.
  const pageRun = () => timed('page', runPageSuiteBeside, [], chosen.options);
  for (const [name, files] of chosen.suites) {
    if (isBeside && name === 'page') continue;
    const beside = isBeside && name === 'ui' ? pageRun() : [];
    outcomes.push(...(await timed(name, suites[name].run, files, chosen.options)), ...(await beside));
  }
} catch (error) {
  outcomes.push(failure(error));
}
close(outcomes);

async function timed(
  name: Name,
  run: Suite,
  files: readonly string[],
  options: readonly string[],
): Promise<readonly Outcome[]> {
  const startedAt = performance.now();
  const ended = await outcomesOf(run, files, options);
  console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return ended;
}

async function outcomesOf(
  run: Suite,
  files: readonly string[],
  options: readonly string[],
): Promise<readonly Outcome[]> {
  try {
    return [await run(files, options)].flat();
  } catch (error) {
    // It did not come to a report: a build that fails, a download.
    return [failure(error)];
  }
}

function failure(error: unknown): Outcome {
  return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] };
}
