import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  /** What else is in it, by path: the manifest has to name it among its `files`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Builds and packs it. Resolves to its VSIX. */
export async function packageSmallExtension({ name, script, manifest, files = {} }: SmallExtension): Promise<string> {
  const folder = await freshFolder(name);
  await build({
    entryPoints: [join(root, script)],
    outfile: join(folder, 'main.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
  });
  const others = { ...files, 'package.json': JSON.stringify(manifest) };
  for (const [path, content] of Object.entries(others)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const vsix = join(folder, `${name}.vsix`);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--no-rewrite-relative-links'];
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2],
  });
  return vsix;
}
