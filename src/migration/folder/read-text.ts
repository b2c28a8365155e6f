import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Beyond this size a file is data, or was written by a program. */
export const maxFileBytes = 1_000_000;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Neither through a link, nor waiting for whoever writes into a pipe. Windows has neither flag. */
const flags = O_RDONLY | ((O_NOFOLLOW as number | undefined) ?? 0) | ((O_NONBLOCK as number | undefined) ?? 0);

/** The text of a file; undefined for one that is too large, or no file of text. Throws where it can't be read. */
export function readText(path: string): string | undefined {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
    const text = readFileSync(file, 'utf8');
    return text.includes('\0') ? undefined : text;
  } finally {
    closeSync(file);
  }
}
