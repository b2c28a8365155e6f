import { join } from 'node:path';
import type { HostName } from '../host/install.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { runMocha } from '../tools/lib/mocha.ts';
import { screenshots, screenshotsVariable } from '../tools/lib/paths.ts';
import type { Suite } from '../tools/lib/suites.ts';
import { hostUnderTest, hostVariable } from './host-under-test.ts';

/** Names the packaged extension to the tests. */
export const vsixVariable = 'VEHICLE_DATA_VSIX';

const config = join(import.meta.dirname, '.mocharc.json');

/** The last one looks for secrets in what all the others left. */
const whole = ['test/ui/*.test.ts', 'test/ui/last/*.test.ts'];

/**
 * The packaged extension in VS Code, by clicks: in the oldest that it admits its main job, in the current one all. Files
 * that are named run in the one that the environment names, usually the current one.
 */
export const runUiSuites: Suite = async (files, options) => {
  const vsix = await packageExtension();
  const run = (host: HostName, chosen: readonly string[]) => {
    const pictures = host === 'current' ? screenshots : join(screenshots, host);
    const env = { [vsixVariable]: vsix, [hostVariable]: host, [screenshotsVariable]: pictures };
    return runMocha(`ui, VS Code ${host}`, chosen, { config, env, options });
  };
  if (files.length > 0) return run(hostUnderTest, files);
  return [await run('floor', ['test/ui/main-job.test.ts']), await run('current', whole)];
};
