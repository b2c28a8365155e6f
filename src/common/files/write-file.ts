import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { access, constants, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { t } from '../translate.ts';

/** Of a draft. Does not contain the file's own name, which may already be as long as the file system allows. */
export function temporaryName(): string {
  return `.${randomBytes(6).toString('hex')}.tmp`;
}

/** Where a chain of dangling symbolic links ends. Linux follows at most 40. */
async function endOfLinks(path: string, most = 40): Promise<string> {
  const link = await readlink(path).catch(() => undefined);
  return link === undefined || most === 0 ? path : endOfLinks(resolve(dirname(path), link), most - 1);
}

/** The file that a path leads to, also through dangling symbolic links. */
async function linkTarget(path: string): Promise<string> {
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : realpath(path).catch(() => endOfLinks(path));
}

/**
 * Resolves a path as {@link linkTarget} does, and returns the file's mode. Rejects for a device or a pipe, which a file
 * would replace, and for a file that must not be written.
 */
async function fileBehind(path: string): Promise<{ readonly path: string; readonly mode: number | undefined }> {
  const target = await linkTarget(path);
  const stats = await stat(target).catch(() => undefined);
  if (stats && !stats.isFile() && !stats.isDirectory()) throw new Error(t('This is not a file.'));
  // Whoever may write to the folder could replace the file even though it is protected.
  if (stats) await access(target, constants.W_OK);
  return { path: target, mode: stats && stats.mode & 0o777 };
}

/**
 * Writes a user's file as a whole or not at all, see {@link replaceFile}. A replaced file keeps its mode, and a symbolic
 * link stays one.
 */
export async function writeAtomically(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  signal?: AbortSignal,
  onPiece?: (written: number) => void,
): Promise<void> {
  const target = await fileBehind(path);
  await replaceFile(target.path, pieces, { mode: target.mode, signal, onPiece });
}

/** How often it is tried to replace a file, and the pause between: for 2 s. */
const [mostTries, pauseMs] = [100, 20];

/** What Windows answers as long as another program, such as a virus scanner, has the file open. */
function mayBeHeld(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Replaces a file with another one. Yields where to pause for a program that has it open. */
function* moveOver(from: string, to: string): Generator<undefined, void> {
  for (let tries = 1; ; tries++) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (tries === mostTries || !mayBeHeld(error)) throw error;
    }
    yield;
  }
}

/** Replaces a file, and waits up to 2 s for programs that have it open. Throws the file system's error. */
export function moveOverSync(from: string, to: string): void {
  for (const _ of moveOver(from, to)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}

interface ReplaceOptions {
  /** The exact mode of the file. */
  readonly mode?: number | undefined;
  /** Its mode if `mode` is omitted, before the process's umask is applied. */
  readonly newMode?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of pieces written so far. */
  readonly onPiece?: ((written: number) => void) | undefined;
}

/**
 * Replaces what is at a path, which may be a symbolic link, as a whole or not at all: writes a temporary file next to
 * it, which is renamed once everything is on disk; programs that have the older file open are waited for, up to 2 s.
 * Other work of the process can run between the pieces.
 *
 * Rejects with the signal's reason if it is aborted, or with the file system's error; the temporary file is then
 * deleted.
 */
export async function replaceFile(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  { mode, newMode = 0o666, signal, onPiece }: ReplaceOptions,
): Promise<void> {
  const temporary = join(dirname(path), temporaryName());
  try {
    const file = await open(temporary, 'wx', mode ?? newMode);
    try {
      // The mode passed to `open` is reduced by the umask.
      if (mode !== undefined) await file.chmod(mode);
      let written = 0;
      for (const piece of pieces) {
        signal?.throwIfAborted();
        await file.writeFile(piece);
        written += 1;
        onPiece?.(written);
        await setImmediate();
      }
      signal?.throwIfAborted();
      await file.sync();
    } finally {
      await file.close();
    }
    for (const _ of moveOver(temporary, path)) {
      await delay(pauseMs);
      signal?.throwIfAborted();
    }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** What went wrong with a file, according to the code of the system's error. */
export type WriteFailure = 'full' | 'readOnly' | 'denied' | 'held' | 'missing' | 'isFolder' | 'other';

const failures: Readonly<Record<string, WriteFailure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'denied',
  EPERM: 'denied',
  EBUSY: 'held',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'isFolder',
};

export function writeFailure(error: unknown, platform = process.platform): WriteFailure {
  const { code = '', syscall } = error as Partial<NodeJS.ErrnoException>;
  // Where a new file could be written beside it, permissions are not what keeps it from being replaced.
  if (platform === 'win32' && syscall === 'rename' && mayBeHeld(error)) return 'held';
  return failures[code] ?? 'other';
}
