import { join } from 'node:path';
import type { HostName } from '../host/install.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { type MochaOptions, runMocha } from '../tools/lib/mocha.ts';
import { type Outcome, failedFiles, withSecondRun } from '../tools/lib/outcome.ts';
import { screenshots, screenshotsVariable } from '../tools/lib/paths.ts';
import { hostVariable } from './host-under-test.ts';

/** Names the packaged extension to the tests. */
export const vsixVariable = 'VEHICLE_DATA_VSIX';

/** Tests of the page alone, in a browser without VS Code. */
const ofPage = 'test/ui/bare-*.test.ts';

/** In the current VS Code, all of the others; in the oldest, what goes through parts of it that have changed since. */
const filesOf: Readonly<Record<HostName, readonly string[]>> = {
  current: ['--ignore', ofPage, 'test/ui/*.test.ts', 'test/ui/last/*.test.ts'],
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
 * extension admits, a part.
 */
export async function runUiSuite(host: HostName): Promise<Outcome> {
  const name = host === 'current' ? 'ui' : `ui, ${host}`;
  const env = {
    [vsixVariable]: await packageExtension(),
    [hostVariable]: host,
    ...(host !== 'current' && { [screenshotsVariable]: join(screenshots, host) }),
  };
  return inTwoTries(name, filesOf[host], { env });
}

/** Runs the tests of the viewer's page, which take nothing that others take. What it prints comes at its end. */
export function runPageSuite(): Promise<Outcome> {
  return inTwoTries('ui, the page alone', [ofPage], { beside: true });
}

/**
 * A file in which a test failed runs once more, with a VS Code of its own that is new: two hundred tests by clicks meet
 * a race of VS Code's own now and then, and what it leaves on screen would fail a second try in the same window too. What
 * failed is printed either way, and what fails twice has failed.
 */
async function inTwoTries(name: string, files: readonly string[], options: MochaOptions): Promise<Outcome> {
  const run = (title: string, chosen: readonly string[]) => runMocha(title, ['--config', settings, ...chosen], options);
  const first = await run(name, files);
  const again = failedFiles(first);
  if (again.length === 0) return first;
  console.log(`Failed, and run once more:\n  ${again.join('\n  ')}`);
  return withSecondRun(first, await run(`${name}, once more`, again));
}
