// npm test: everything, in order; a failure stops nothing. The last line says `N passed, N failed`.
import { runFaultSuite } from '../faults/suite.ts';
import { runHostSuites } from '../host/suites.ts';
import { runUiSuites } from '../ui/suite.ts';
import { runMocha } from './lib/mocha.ts';
import type { Outcome } from './lib/outcome.ts';
import { close } from './lib/suites.ts';

const suites = [
  () => runMocha('unit', []),
  () => runFaultSuite(),
  () => runHostSuites(),
  // The last, as its last test looks for secrets in what all the others left.
  () => runUiSuites(),
];

const outcomes: (Outcome | Outcome[])[] = [];
for (const suite of suites) {
  try {
    outcomes.push(await suite());
  } catch (error) {
    // It did not come to a report: a build that fails, a download.
    console.error(error instanceof Error ? error.message : error);
    outcomes.push({ passed: 0, failed: 1 });
  }
}
close(outcomes.flat());
