import { join } from 'node:path';
import type { HostName } from '../host/install.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { runMocha } from '../tools/lib/mocha.ts';
import { type Outcome, failedFiles, withSecondRun } from '../tools/lib/outcome.ts';
import { screenshots, screenshotsVariable } from '../tools/lib/paths.ts';
import { hostVariable } from './host-under-test.ts';

/** Names the packaged extension to the tests. */
export const vsixVariable = 'VEHICLE_DATA_VSIX';

const filesOf: Readonly<Record<HostName, readonly string[]>> = {
  current: ['test/ui/*.test.ts', 'test/ui/last/*.test.ts'],
  floor: [
    'main-job',
    'explorer-daily',
    'explorer-told',
    'environments',
    'requests',
    'second-extension',
    'german',
    'windows',
    'walkthrough',
    'viewer-daily',
    'viewer-restore',
    'sandbox',
    'session-states',
  ].map((file) => `test/ui/${file}.test.ts`),
};

/** What all files of tests here are run with. */
const settings = join(import.meta.dirname, 'settings.mocharc.json');

/**
 * Packs the extension, then runs `test/ui` against it: all of it in the current VS Code; in the oldest one that the
 * extension admits, what goes through parts of VS Code that have changed since.
 *
 * A file in which a test failed runs once more, with a VS Code of its own that is new: two hundred tests by clicks meet
 * a race of VS Code's own now and then, and what it leaves on screen would fail a second try in the same window too. What
 * failed is printed either way, and what fails twice has failed.
 */
export async function runUiSuite(host: HostName): Promise<Outcome> {
  const name = host === 'current' ? 'ui' : `ui, ${host}`;
  const env = {
    [vsixVariable]: await packageExtension(),
    [hostVariable]: host,
    ...(host !== 'current' && { [screenshotsVariable]: join(screenshots, host) }),
  };
  const run = (title: string, files: readonly string[]) => runMocha(title, ['--config', settings, ...files], env);
  const first = await run(name, filesOf[host]);
  const again = failedFiles(first);
  if (again.length === 0) return first;
  console.log(`Failed, and run once more:\n  ${again.join('\n  ')}`);
  return withSecondRun(first, await run(`${name}, once more`, again));
}
