import { randomBytes } from 'node:crypto';
import { access, constants, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { t } from '../translate.ts';

/** Without the file's own name, which may be as long as the file system allows. */
function temporaryName(): string {
  return `.${randomBytes(6).toString('hex')}.tmp`;
}

/** A path beside a file's, for what is to become that file; with slashes. */
export function temporaryPath(path: string): string {
  return posix.join(posix.dirname(path), temporaryName());
}

/** Where links to nothing end. Linux follows no more than 40. */
async function endOfLinks(path: string, most = 40): Promise<string> {
  const link = await readlink(path).catch(() => undefined);
  return link === undefined || most === 0 ? path : endOfLinks(resolve(dirname(path), link), most - 1);
}

/** The file that a path leads to, also over symbolic links to nothing. */
export async function linkTarget(path: string): Promise<string> {
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : realpath(path).catch(() => endOfLinks(path));
}

/**
 * See {@link linkTarget}; and what others may do with it. Rejects for a device or a pipe, which a file would replace, and
 * for one that must not be written.
 */
async function fileBehind(path: string): Promise<{ readonly path: string; readonly mode: number | undefined }> {
  const target = await linkTarget(path);
  const stats = await stat(target).catch(() => undefined);
  if (stats && !stats.isFile() && !stats.isDirectory()) throw new Error(t('This is not a file.'));
  // Who may write the folder could replace it all the same, though it is protected.
  if (stats) await access(target, constants.W_OK);
  return { path: target, mode: stats && stats.mode & 0o777 };
}

/**
 * Writes a file as a whole or not at all: into a temporary file beside it, which takes its name when all is on the disk.
 * A file that is replaced keeps its mode, and a symbolic link stays one. Between the pieces other work of the process gets
 * its turn.
 *
 * Rejects with the signal's reason if it is aborted, or with the file system's error; the temporary file is gone then.
 *
 * @param onPiece called with the number of pieces written so far
 * @param newMode of a file that is not there yet, less the process's umask
 */
export async function writeAtomically(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  signal: AbortSignal,
  onPiece: (written: number) => void = () => undefined,
  newMode = 0o666,
): Promise<void> {
  const target = await fileBehind(path);
  const temporary = join(dirname(target.path), temporaryName());
  try {
    const file = await open(temporary, 'wx', target.mode ?? newMode);
    try {
      // The mode at opening is less what the process may not give.
      if (target.mode !== undefined) await file.chmod(target.mode);
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
    await rename(temporary, target.path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Where a file is to be, on a file system that takes files only as a whole. */
export interface WholePlace {
  /** Writes a file beside the place. */
  readonly writeBeside: (bytes: Uint8Array) => PromiseLike<void>;
  /** Gives that file its place, and takes away what was there. */
  readonly putInPlace: () => PromiseLike<void>;
  /** Takes that file away. */
  readonly remove: () => PromiseLike<void>;
}

/** {@link writeAtomically} for file systems that take files only as a whole. */
export async function writeWhole(
  place: WholePlace,
  pieces: Iterable<string | Uint8Array>,
  signal: AbortSignal,
  onPiece: (written: number) => void = () => undefined,
): Promise<void> {
  const parts: Buffer[] = [];
  for (const piece of pieces) {
    signal.throwIfAborted();
    parts.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece));
    onPiece(parts.length);
    await setImmediate();
  }
  signal.throwIfAborted();
  try {
    await place.writeBeside(Buffer.concat(parts));
    signal.throwIfAborted();
    await place.putInPlace();
  } catch (error) {
    await Promise.resolve(place.remove()).catch(() => undefined);
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
