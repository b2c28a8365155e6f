import Mocha from 'mocha';
import { failureLine, writeOutcome } from './outcome.ts';

/** How long a process may live on after its last test, in milliseconds. */
const afterlife = 10_000;

/** Mocha's spec report, and the numbers of it for the tools. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const failures = this.failures.map((test) => failureLine(test.fullTitle(), test.err));
      writeOutcome({ passed: this.stats.passes, failures });
      // A test that leaves a timer, a server or a request behind would hold up everything for as long as that lasts.
      setTimeout(() => {
        const left = [...new Set(process.getActiveResourcesInfo())].join(', ');
        console.error(`The tests are over, but something that they left open keeps the process alive: ${left}`);
        process.exit(1);
      }, afterlife).unref();
    });
  }
}
