import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticesOf } from './notices.ts';
import { root } from './paths.ts';
import { runOrFail } from './processes.ts';
import { scriptOf } from './tool.ts';

/** Builds `dist`, for development unless told otherwise. Nothing is printed unless it fails. */
export function build(...flags: readonly string[]): Promise<void> {
  return runOrFail(process.execPath, [join(root, 'esbuild.mjs'), ...flags]);
}

const noticesFile = join(root, 'THIRD-PARTY-NOTICES');

/** The notices of what the last build ships. */
function currentNotices(): string {
  const inputs = JSON.parse(readFileSync(join(root, 'dist/shipped-inputs.json'), 'utf8')) as string[];
  return noticesOf(inputs, root);
}

/** Writes THIRD-PARTY-NOTICES anew. */
export async function updateNotices(): Promise<void> {
  await build('--production');
  writeFileSync(noticesFile, currentNotices());
}

/** Builds for production and packs the VSIX; resolves to its path. */
export async function packageExtension(): Promise<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };
  const vsix = join(root, `${manifest.name}-${manifest.version}.vsix`);
  await build('--production');
  if (!existsSync(noticesFile) || readFileSync(noticesFile, 'utf8') !== currentNotices()) {
    throw new Error('THIRD-PARTY-NOTICES is out of date: npm run package -- --update-notices');
  }
  const vsce = scriptOf(import.meta.resolve('@vscode/vsce'), 'vsce');
  // Everything is bundled, so no dependency is packed; and there is no public repository for links to point at.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], { stdio: ['ignore', 'ignore', 2] });
  return vsix;
}
