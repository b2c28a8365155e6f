import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../common/logger.ts';
import { LimitReached } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import { defaultMaxWaitMs, InProcessLock } from './session-lock.ts';
import type { HeldLock, LockOptions, SessionLock } from './session-lock.ts';

const sqliteBusy = 5;

/**
 * Excludes every process that uses the same folder, on one machine. A lock is an exclusive transaction on a small
 * database of its own, so the kernel holds it: there is nothing to go stale, and it falls the moment its holder is
 * killed. The database's `user_version` carries the published generation.
 *
 * Where SQLite or the folder can't be used, the lock holds within this process only, and says so once. Windows may then
 * refresh at the same time, which the service's minute of grace and the second look after a refusal absorb; a lock file
 * with a time stamp would add stale locks after sleep, for a case that VS Code since 1.105 does not have.
 */
export class FolderLock implements SessionLock {
  readonly #folder: string;
  readonly #scheduler: Scheduler;
  readonly #log: Logger;
  readonly #fallback: InProcessLock;
  #isDegraded = false;

  constructor(folder: string, scheduler: Scheduler, log: Logger) {
    this.#folder = folder;
    this.#scheduler = scheduler;
    this.#log = log;
    this.#fallback = new InProcessLock(scheduler);
  }

  async run<T>(sessionId: string, work: (held: HeldLock) => Promise<T>, options: LockOptions = {}): Promise<T> {
    const database = await this.#acquire(sessionId, options);
    if (!database) return this.#fallback.run(sessionId, work, options);
    try {
      let published: number | undefined;
      const result = await work({
        generation: userVersion(database),
        publish: (generation) => (published = generation),
      });
      if (published !== undefined) this.#publish(database, published);
      return result;
    } finally {
      // Ends the transaction, and with it the lock.
      database.close();
    }
  }

  /** Undefined where locks can't be had here. Rejects when the lock is not free in time. */
  async #acquire(sessionId: string, options: LockOptions): Promise<DatabaseSync | undefined> {
    let database: DatabaseSync | undefined;
    try {
      await mkdir(this.#folder, { recursive: true });
      // `process.getBuiltinModule` answers undefined, where an import would fail to load this whole file.
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      database = new DatabaseSync(path.join(this.#folder, lockFileName(sessionId)));
      await this.#begin(database, options);
      return database;
    } catch (error) {
      database?.close();
      if (error instanceof LimitReached || options.signal?.aborted) throw error;
      if (!this.#isDegraded) this.#log.warn(`Sessions are locked within this window only: ${String(error)}`);
      this.#isDegraded = true;
      return undefined;
    }
  }

  async #begin(database: DatabaseSync, { maxWaitMs = defaultMaxWaitMs, signal }: LockOptions): Promise<void> {
    for (let waited = 0; ;) {
      signal?.throwIfAborted();
      try {
        database.exec('BEGIN EXCLUSIVE');
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      if (waited >= maxWaitMs) throw new LimitReached(`The lock was not free within ${maxWaitMs} ms`);
      // Different pauses, so that two waiting windows don't keep step.
      const pause = 20 + Math.random() * 40;
      waited += pause;
      await this.#scheduler.sleep(pause, signal);
    }
  }

  #publish(database: DatabaseSync, generation: number): void {
    try {
      database.exec(`PRAGMA user_version = ${Math.trunc(generation)}; COMMIT`);
    } catch (error) {
      // The pair is stored already; only the hint for the next holder is missing.
      this.#log.warn(`The lock does not keep its generation: ${String(error)}`);
    }
  }
}

/** The id holds an environment name, which may be anything; its random part keeps the file name unique. */
function lockFileName(sessionId: string): string {
  return `${sessionId.replace(/[^\w.-]/g, '_')}.lock`;
}

function userVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.user_version ?? 0);
}

function isBusy(error: unknown): boolean {
  // The low byte is the primary code, the rest says why.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}
