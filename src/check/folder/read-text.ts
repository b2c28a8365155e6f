import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { decodeText } from '../../common/text/decode-text.ts';

/** Larger files are data, or were generated. */
export const maxFileBytes = 1_000_000;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Does not follow links, and does not wait for the writer of a pipe. Windows has neither flag. */
const flags = O_RDONLY | ((O_NOFOLLOW as number | undefined) ?? 0) | ((O_NONBLOCK as number | undefined) ?? 0);

/** The bytes of a file; undefined if it is too large or not a regular file. Throws if it cannot be read. */
export function readBytes(path: string): Buffer | undefined {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= maxFileBytes ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * The text of a file as an editor counts it: without its byte order mark, and with each line ending in a line feed,
 * which a carriage return may precede. Undefined if it is too large or not text. Throws if it cannot be read.
 */
export function readText(path: string): string | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined || (bytes.includes(0) && !isMarkedUtf16(bytes))) return undefined;
  // In older encodings each byte is a character, and what the check looks for is the same in all of them.
  const text = decodeText(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  return text.includes('\0') ? undefined : text.replace(/\r(?!\n)/g, '\n');
}

function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
