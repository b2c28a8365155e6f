import Mocha from 'mocha';
import { writeOutcome } from './outcome.ts';

/** Mocha's spec report, and the numbers of it for the tools. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => writeOutcome({ passed: this.stats.passes, failed: this.stats.failures }));
  }
}
