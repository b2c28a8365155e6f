import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { runOrFail } from './processes.ts';

/** Builds `dist`, for development unless told otherwise. Nothing is printed unless it fails. */
export function build(...flags: readonly string[]): Promise<void> {
  return runOrFail(process.execPath, [join(root, 'esbuild.mjs'), ...flags]);
}

/** Builds for production and packs the VSIX; resolves to its path. */
export async function packageExtension(): Promise<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };
  const vsix = join(root, `${manifest.name}-${manifest.version}.vsix`);
  await build('--production');
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  // Everything is bundled, so no dependency is packed; and there is no public repository for links to point at.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], { stdio: ['ignore', 'ignore', 2] });
  return vsix;
}
