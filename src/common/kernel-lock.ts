import { ensurePrivateFileSync } from './private-files.ts';

const sqliteBusy = 5;

/** The lock is held until it is closed. */
export interface KernelLock {
  close(): void;
}

/**
 * Takes a lock that excludes every other process on this machine, or returns undefined if another process holds it. The
 * lock is an exclusive transaction on a small database of its own, so the kernel holds it: it can't become stale, and
 * it is released as soon as its holder is killed. `close()` releases it.
 *
 * @param file the database; its folder must exist
 * @throws SQLite's error if locking is not possible here (Node has it since 22.13) or if something other than a file is
 *   at that path
 */
export function tryKernelLock(file: string): KernelLock | undefined {
  // Node 20 lacks this module: a static import would prevent this whole file from loading.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  ensurePrivateFileSync(file);
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  // The low byte is the primary error code; the rest gives details.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}
