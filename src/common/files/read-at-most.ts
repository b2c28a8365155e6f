import { closeSync, openSync, readSync } from 'node:fs';

const partBytes = 1 << 16;

/**
 * The bytes of a file that somebody named, or of the standard input (0): it may be a device that never ends.
 *
 * @throws the file system's error, or an Error if there are more than `mostBytes`
 */
export function readAtMost(file: string | 0, mostBytes: number): Buffer {
  const handle = file === 0 ? 0 : openSync(file, 'r');
  try {
    const parts: Buffer[] = [];
    for (let left = mostBytes; ;) {
      const part = Buffer.alloc(partBytes);
      const length = readSync(handle, part);
      if (length === 0) return Buffer.concat(parts);
      left -= length;
      if (left < 0) throw new Error(`${file || 'The input'} has more than ${mostBytes >> 20} MB`);
      parts.push(part.subarray(0, length));
    }
  } finally {
    if (handle !== 0) closeSync(handle);
  }
}
