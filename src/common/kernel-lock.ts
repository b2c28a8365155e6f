import { ensurePrivateFileSync } from './private-files.ts';

const sqliteBusy = 5;

/** Held until it is closed. */
export interface KernelLock {
  close(): void;
}

/**
 * Takes a lock that excludes every process of this machine, or answers undefined where another one holds it. The lock
 * is an exclusive transaction on a small database of its own, so the kernel holds it: there is nothing to go stale, and
 * it falls the moment its holder is killed. `close()` of what is returned lets go.
 *
 * @param file the database; its folder must exist
 * @throws what SQLite says where locks can't be had here (Node has it since 22.13), or where something else than a file
 *   stands there
 */
export function tryKernelLock(file: string): KernelLock | undefined {
  // Node 20 lacks it: an import would fail to load this whole file.
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
  // The low byte is the primary code, the rest says why.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}
