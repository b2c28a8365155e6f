import Mocha from 'mocha';
import { type Counts, writeOutcome } from './outcome.ts';

/** How long a process may live on after its last test, in milliseconds. */
const afterlife = 10_000;

/**
 * Mocha's spec report, and the numbers of it for the tools. A suite that clicks through the real VS Code may try a test
 * twice (`retries`): what failed the first time is named with its failure, so that no flaw of a test hides behind it.
 */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const flaky: string[] = [];
    runner.on('retry', (test: Mocha.Test, failure: Error) => {
      flaky.push(test.fullTitle());
      console.log(`    tried again: ${test.title}\n${failure.stack ?? failure.message}`);
    });
    const files: Record<string, Counts> = {};
    const count = (which: keyof Counts) => (test: Mocha.Runnable) => {
      const counts = (files[test.file ?? ''] ??= { passed: 0, failed: 0 });
      counts[which] += 1;
    };
    runner.on('pass', count('passed')).on('fail', count('failed'));
    runner.once('end', () => {
      if (flaky.length > 0) console.log(`Tried twice, ${flaky.length}:\n  ${flaky.join('\n  ')}`);
      writeOutcome({ passed: this.stats.passes, failed: this.stats.failures, files });
      // A test that leaves a timer, a server or a request behind would hold up everything for as long as that lasts.
      setTimeout(() => {
        const left = [...new Set(process.getActiveResourcesInfo())].join(', ');
        console.error(`The tests are over, but something that they left open keeps the process alive: ${left}`);
        process.exit(1);
      }, afterlife).unref();
    });
  }
}
