import { join } from 'node:path';
import type { HostName } from '../host/install.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { runMocha } from '../tools/lib/mocha.ts';
import type { Outcome } from '../tools/lib/outcome.ts';
import { screenshots, screenshotsVariable } from '../tools/lib/paths.ts';
import { hostVariable } from './host-under-test.ts';

/** Names the packaged extension to the tests. */
export const vsixVariable = 'VEHICLE_DATA_VSIX';

/**
 * Packs the extension, then runs `test/ui` against it: all of it in the current VS Code; in the oldest one that the
 * extension admits, what goes through parts of VS Code that have changed since.
 */
export async function runUiSuite(host: HostName): Promise<Outcome> {
  const vsix = await packageExtension();
  const env = { [vsixVariable]: vsix, [hostVariable]: host };
  if (host === 'current') return runMocha('ui', ['--config', 'test/ui/mocharc.json'], env);
  return runMocha(`ui, ${host}`, ['--config', `test/ui/${host}.mocharc.json`], {
    ...env,
    [screenshotsVariable]: join(screenshots, host),
  });
}
