import { complain } from './text/terminal.ts';
import { existsSync, readFileSync } from 'node:fs';

/** Of the package around this file; sources and the built files lie at different depths of it. */
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

/** Ends a program that was started on an older Node than the package takes: what fails there fails in the middle. */
export function requireNode(program: string, exitCode: number): void {
  const { node: running } = process.versions;
  const oldest = manifest.engines?.node?.replace('>=', '') ?? running;
  if (running.localeCompare(oldest, 'en', { numeric: true }) >= 0) return;
  complain(program, `Node ${oldest} or newer is needed, and this is ${running} (${process.execPath}).`);
  process.exit(exitCode);
}
