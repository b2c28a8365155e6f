import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMocha } from '../tools/lib/mocha.ts';
import type { Outcome } from '../tools/lib/outcome.ts';
import { cache } from '../tools/lib/paths.ts';
import type { Suite } from '../tools/lib/suites.ts';
import { type Moment, moments, whileCharging } from './moments.ts';
import { timeDependentTests } from './time-dependent.ts';

/** The tests that depend on time, at each of the moments and in its zone: in processes whose clock is turned. */
export const runClockSuite: Suite = async (_files, options) => {
  const tests = timeDependentTests();
  const outcomes: Outcome[] = [];
  for (const [turn, moment] of moments.entries()) {
    // A test that is slow, or only near what depends on time, runs while a vehicle charges and at one moment more.
    const isTurn = (index: number) => moment === whileCharging || index % moments.length === turn;
    const files = tests.filter(({ isClose }, index) => isClose || isTurn(index)).map(({ file }) => file);
    const { what, at, zone } = moment;
    outcomes.push(await runMocha(`clock: ${what}, ${at} in ${zone}`, files, { options, env: turnedTo(moment) }));
  }
  return outcomes;
};

/** What turns the clock of a process, of its workers and of what it starts. */
function turnedTo({ at, zone }: Moment): Record<string, string> {
  const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'shifted-date.mjs')).href}`;
  return {
    TZ: zone,
    VEHICLE_DATA_TEST_CLOCK_SHIFT: String(Date.parse(at) - Date.now()),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' '),
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
  };
}
