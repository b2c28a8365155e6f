import { format } from 'node:util';
import { writeOutcome } from '../../tools/lib/outcome.ts';
import { reportPrefix } from './report-prefix.ts';

/**
 * What VS Code calls to run the tests inside the extension host, whichever host that is. Mocha is loaded from
 * node_modules; the tests are in this bundle, and are evaluated once mocha's globals are there.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) => console.log(reportPrefix + format(...line));
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: 20_000, forbidOnly: true, forbidPending: true });
  mocha.suite.emit('pre-require', globalThis, 'suite', mocha);

  await import('./activation.test.ts');
  await import('./session.test.ts');
  await import('./sandbox.test.ts');

  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.once('end', () => writeOutcome({ passed: runner.stats?.passes ?? 0, failed: runner.stats?.failures ?? 0 }));
  });
  if (failed > 0) throw new Error(`${failed} tests failed`);
}
