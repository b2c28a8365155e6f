import { existsSync, readFileSync } from 'node:fs';

/** Of the package around this file; sources and the built files lie at different depths of it. */
export const packageVersion = (() => {
  const file = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const { version } = (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
})();
