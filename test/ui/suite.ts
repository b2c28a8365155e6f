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
  current: ['--ignore', ofPage, 'test/ui/*.test.ts'],
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

/** One of several suites that run beside each other: as it went, and how to try some of its files once more. */
interface Try {
  readonly outcome: Outcome;
  readonly again: (files: readonly string[]) => Promise<Outcome>;
}

async function tryFiles(name: string, files: readonly string[], options: MochaOptions): Promise<Try> {
  const run = (title: string, chosen: readonly string[]) => runMocha(title, ['--config', settings, ...chosen], options);
  const again = (failed: readonly string[]) => run(`${name}, once more`, failed);
  return { outcome: await run(name, files), again };
}

function inVsCode(host: HostName, vsix: string): Record<string, string> {
  const pictures = host === 'current' ? screenshots : join(screenshots, host);
  return { [vsixVariable]: vsix, [hostVariable]: host, [screenshotsVariable]: pictures };
}

const tryHost = (host: HostName, vsix: string) =>
  tryFiles(`ui, ${host}`, filesOf[host], { env: inVsCode(host, vsix), beside: true });

const tryLast = (vsix: string) =>
  tryFiles('ui, what all have left', ['test/ui/last/*.test.ts'], { env: inVsCode('current', vsix) });

const tryPage = () => tryFiles('ui, the page alone', [ofPage], { beside: true });

/**
 * Tests in VS Code wait for it most of the time: two of them, in the oldest that the extension admits and in the current
 * one, have a processor each. What each prints comes at its end. The last test looks for secrets in what all the others
 * left, and so runs after them.
 */
export async function runUiSuites(): Promise<Outcome[]> {
  const vsix = await packageExtension();
  const [others, current] = await Promise.all([
    tryHost('floor', vsix).then(async (floor) => [floor, await tryPage()]),
    tryHost('current', vsix),
  ]);
  const outcomes: Outcome[] = [];
  for (const each of [...others, current]) outcomes.push(await withFailedOnceMore(each));
  outcomes.push(await withFailedOnceMore(await tryLast(vsix)));
  return outcomes;
}

/** Only what goes through the oldest VS Code, or only the page. */
export async function runUiSuite(which: 'floor' | 'page'): Promise<Outcome> {
  return withFailedOnceMore(await (which === 'page' ? tryPage() : tryHost('floor', await packageExtension())));
}

/**
 * A file in which a test failed runs once more, alone and with a VS Code of its own that is new: two hundred tests by
 * clicks meet a race of VS Code's own now and then, and what it leaves on screen would fail a second try in the same window
 * too. What failed is printed either way, and what fails twice has failed.
 */
async function withFailedOnceMore({ outcome, again }: Try): Promise<Outcome> {
  const failed = failedFiles(outcome);
  if (failed.length === 0) return outcome;
  console.log(`Failed, and run once more:\n  ${failed.join('\n  ')}`);
  return withSecondRun(outcome, await again(failed));
}
