import { packageExtension } from '../tools/lib/build.ts';
import { runMocha } from '../tools/lib/mocha.ts';
import type { Outcome } from '../tools/lib/outcome.ts';

/** Names the packaged extension to the tests. */
export const vsixVariable = 'VEHICLE_DATA_VSIX';

/** Packs the extension, then runs `test/ui` against it. */
export async function runUiSuite(): Promise<Outcome> {
  const vsix = await packageExtension();
  return runMocha('ui', ['--config', 'test/ui/mocharc.json'], { [vsixVariable]: vsix });
}
