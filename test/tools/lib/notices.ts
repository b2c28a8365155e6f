import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const intro = `Third-party notices of Vehicle Data Explorer

The extension and its sandbox contain the following software.
`;

/**
 * The licences of all packages that these sources are of, with their texts.
 *
 * @param inputs paths of bundled sources, below `root`
 * @throws where a package names no licence or brings no text of it
 */
export function noticesOf(inputs: readonly string[], root: string): string {
  const notices = packageFolders(inputs).map((folder) => noticeOf(join(root, folder)));
  return [intro, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The packages that these sources are of, sorted by folder. */
export function packagesOf(inputs: readonly string[], root: string): readonly Package[] {
  return packageFolders(inputs).map((folder) => packageIn(join(root, folder)));
}

function packageFolders(inputs: readonly string[]): readonly string[] {
  return [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))].sort();
}

function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
}

/** The innermost package that a source is of; undefined for our own. */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input.replaceAll('\\', '/'))?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = packageIn(folder);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file)) : [];
  if (license === undefined || files.length === 0) throw new Error(`${name} ${version} brings no licence`);
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
