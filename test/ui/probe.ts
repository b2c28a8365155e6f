import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { freshFolder, root } from '../tools/lib/paths.ts';
import { runOrFail } from '../tools/lib/processes.ts';

/** Builds and packs the extension of `test/host/probe`. Resolves to its VSIX. */
export async function packageProbe(): Promise<string> {
  const source = join(root, 'test/host/probe');
  const folder = await freshFolder('probe');
  await build({
    entryPoints: [join(source, 'main.ts')],
    outfile: join(folder, 'main.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
  });
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  const vsix = join(folder, 'probe.vsix');
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--no-rewrite-relative-links'];
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2],
  });
  return vsix;
}
