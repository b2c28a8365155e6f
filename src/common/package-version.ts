import { existsSync, readFileSync } from 'node:fs';

/** Of the package around this file; sources and the built files lie at different depths of it. */
export const packageFolder = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder)));

export const packageVersion = (() => {
  const file = packageFolder && new URL('package.json', packageFolder);
  const { version } = (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
})();
