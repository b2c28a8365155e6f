import { complain } from './text/terminal.ts';
import { existsSync, readFileSync } from 'node:fs';

/** The folder of the package that contains this file; sources and built files are at different depths. */
export const packageFolder = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder)));

const manifest = (() => {
  const file = packageFolder && new URL('package.json', packageFolder);
  return (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))) as {
    readonly version?: unknown;
    readonly engines?: { readonly node?: string };
  };
})();

export const packageVersion = typeof manifest.version === 'string' ? manifest.version : 'unknown';

/** Ends a program started on an older Node than the package supports, which would otherwise fail midway. */
export function requireNode(program: string): void {
  const { node: running } = process.versions;
  const oldest = manifest.engines?.node?.replace('>=', '') ?? running;
  if (running.localeCompare(oldest, 'en', { numeric: true }) >= 0) return;
  complain(program, `Node ${oldest} or newer is needed, and this is ${running} (${process.execPath}).`);
  process.exit(1);
}
