import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmSbom } from './npm.ts';
import { noticesOf, type Package, packagesOf } from './notices.ts';
import { root } from './paths.ts';
import { runOrFail } from './processes.ts';
import { bundledSbom } from './sbom.ts';
import { scriptOf } from './tool.ts';

/** Builds `dist`, for development unless told otherwise. Nothing is printed unless it fails. */
export function build(...flags: readonly string[]): Promise<void> {
  return runOrFail(process.execPath, [join(root, 'esbuild.mjs'), ...flags]);
}

const noticesFile = join(root, 'THIRD-PARTY-NOTICES');

/** The sources of what the last build ships. */
function shippedInputs(): readonly string[] {
  return JSON.parse(readFileSync(join(root, 'dist/shipped-inputs.json'), 'utf8')) as string[];
}

function product(): Package {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
}

/** The notices of what the last build ships. */
function currentNotices(): string {
  return noticesOf(shippedInputs(), root);
}

/** Writes the software bill of materials of the last build; resolves to its path. */
export async function writeSbom(): Promise<string> {
  const file = join(root, `${product().name}-${product().version}.cdx.json`);
  writeFileSync(file, bundledSbom(await npmSbom(root), product(), packagesOf(shippedInputs(), root)));
  return file;
}

/** Seconds since 1970 of the day on which the changelog says that the version came out. */
function releaseTime(version: string): number {
  const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n');
  const heading = `## [${version}] - `;
  const day = lines.find((line) => line.startsWith(heading))?.slice(heading.length);
  if (day === undefined) throw new Error(`CHANGELOG.md has no day for ${version}`);
  return Date.parse(day) / 1000;
}

/** Writes THIRD-PARTY-NOTICES anew. */
export async function updateNotices(): Promise<void> {
  await build('--production');
  writeFileSync(noticesFile, currentNotices());
}

/** Builds for production and packs the VSIX, from the same sources to the byte the same; resolves to its path. */
export async function packageExtension(): Promise<string> {
  const { name, version } = product();
  const vsix = join(root, `${name}-${version}.vsix`);
  await build('--production');
  if (!existsSync(noticesFile) || readFileSync(noticesFile, 'utf8') !== currentNotices()) {
    throw new Error('THIRD-PARTY-NOTICES is out of date: npm run package -- --update-notices');
  }
  const vsce = scriptOf(import.meta.resolve('@vscode/vsce'), 'vsce');
  // Everything is bundled, so no dependency is packed; and there is no public repository for links to point at.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  // A zip has times without a zone, and vsce sorts files by the language.
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(releaseTime(version)), TZ: 'UTC', LC_ALL: 'C' };
  const stdio = ['ignore', 'ignore', 2] as const;
  await runOrFail(process.execPath, [vsce, 'package', ...flags, '--out', vsix], { stdio: [...stdio], env });
  return vsix;
}
