import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/** Of the package around this file; sources and the built file lie at different depths of it. */
export const sandboxVersion = (() => {
  const file = ['../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const content: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return z.looseObject({ version: z.string().default('unknown') }).parse(content).version;
})();
