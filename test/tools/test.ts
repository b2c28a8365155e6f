// npm test: everything, in order; a failure stops nothing. The last line says `N passed, N failed`.
import { runHostSuites } from '../host/suites.ts';
import { runUiSuite } from '../ui/suite.ts';
import { runMocha } from './lib/mocha.ts';
import type { Outcome } from './lib/outcome.ts';
import { close } from './lib/suites.ts';

const suites = [() => runMocha('unit', []), () => runHostSuites(), () => runUiSuite()];

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
