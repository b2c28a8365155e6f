import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { freshFolder, root } from './paths.ts';
import { runOrFail } from './processes.ts';

/** An extension that only tests and measurements install. */
export interface SmallExtension {
  /** Of the folder that it is built in, and of its VSIX. */
  readonly name: string;
  /** Its script, relative to the repository. */
  readonly script: string;
  /** Its `package.json`; `main` is to be `./main.cjs`. */
  readonly manifest: object;
}

/** Builds and packs it. Resolves to its VSIX. */
export async function packageSmallExtension({ name, script, manifest }: SmallExtension): Promise<string> {
  const folder = await freshFolder(name);
  await build({
    entryPoints: [join(root, script)],
    outfile: join(folder, 'main.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
  });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const vsix = join(folder, `${name}.vsix`);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--no-rewrite-relative-links'];
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2],
  });
  return vsix;
}
