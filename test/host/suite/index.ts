import { format } from 'node:util';
import { failureLine, writeOutcome } from '../../tools/lib/outcome.ts';
import { testLimitMs } from '../../tools/lib/patience.ts';
import { filesVariable, reportPrefix, routesFile } from './told.ts';

const files = {
  'activation.test.ts': () => import('./activation.test.ts'),
  'migration.test.ts': () => import('./migration.test.ts'),
  'proxy.test.ts': () => import('./proxy.test.ts'),
  'routes.test.ts': () => import('./routes.test.ts'),
  'session.test.ts': () => import('./session.test.ts'),
  'sandbox.test.ts': () => import('./sandbox.test.ts'),
  'agents.test.ts': () => import('./agents.test.ts'),
} as const;

/** Those that are named, or all but one. */
function chosenFiles(): readonly (keyof typeof files)[] {
  const names = Object.keys(files) as (keyof typeof files)[];
  const chosen = process.env[filesVariable]?.split(',');
  return names.filter((name) => (chosen ? chosen.includes(name) : name !== routesFile));
}

/**
 * What VS Code calls to run the tests inside the extension host, whichever host that is. Mocha is loaded from
 * node_modules; the tests are in this bundle, and are evaluated once mocha's globals are there.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) => console.log(reportPrefix + format(...line));
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: testLimitMs, forbidOnly: true, forbidPending: true });
  mocha.suite.emit('pre-require', globalThis, 'suite', mocha);

  for (const file of chosenFiles()) await files[file]();

  const failures: string[] = [];
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('fail', (test, error) => failures.push(failureLine(test.fullTitle(), error)));
    runner.once('end', () => writeOutcome({ passed: runner.stats?.passes ?? 0, failures }));
  });
  if (failed > 0) throw new Error(`${failed} tests failed`);
}
