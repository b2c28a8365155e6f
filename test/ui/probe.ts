import manifest from '../host/probe/package.json' with { type: 'json' };
import { packageSmallExtension } from '../tools/lib/small-extension.ts';

/** Builds and packs the extension of `test/host/probe`. Resolves to its VSIX. */
export function packageProbe(): Promise<string> {
  return packageSmallExtension({ name: 'probe', script: 'test/host/probe/main.ts', manifest });
}
