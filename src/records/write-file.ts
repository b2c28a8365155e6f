import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/**
 * Writes a file as a whole or not at all: into a temporary file beside it, which takes its name when all is on the disk.
 * Between the pieces other work of the process gets its turn.
 *
 * Rejects with the signal's reason if it is aborted, or with the file system's error; the temporary file is gone then.
 *
 * @param onPiece called with the number of pieces written so far
 */
export async function writeAtomically(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  signal: AbortSignal,
  onPiece: (written: number) => void = () => undefined,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      let written = 0;
      for (const piece of pieces) {
        signal.throwIfAborted();
        await file.writeFile(piece);
        written += 1;
        onPiece(written);
        await setImmediate();
      }
      signal.throwIfAborted();
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** What went wrong with a file, by the code of the system's error. */
export type WriteFailure = 'full' | 'readOnly' | 'denied' | 'missing' | 'isFolder' | 'other';

const failures: Readonly<Record<string, WriteFailure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'denied',
  EPERM: 'denied',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'isFolder',
};

export function writeFailure(error: unknown): WriteFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failures[code] ?? 'other';
}
