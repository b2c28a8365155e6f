import path from 'node:path';
import { type KernelLock, tryKernelLock } from '../../../common/kernel-lock.ts';
import type { Logger } from '../../../common/logger.ts';
import { makePrivateFolder } from '../../../common/private-files.ts';
import { LimitReached, type Scheduler } from '../../../common/scheduler.ts';
import { stemOf } from './file-names.ts';
import { InProcessLock, type LockOptions, type SessionLock } from './session-lock.ts';

/**
 * Excludes all other processes on this machine that use the same folder, by a lock that the kernel holds.
 *
 * If SQLite or the folder can't be used, the lock holds within this process only, which is logged once. Windows may
 * then refresh at the same time. The service's minute of grace and the second send after a refusal make that harmless.
 * A lock file with a time stamp could become stale during sleep, and VS Code since 1.105 doesn't need one.
 */
export class CrossProcessLock implements SessionLock {
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

  async run<T>(sessionId: string, work: () => Promise<T>, options: LockOptions): Promise<T> {
    const database = await this.#acquire(sessionId, options);
    if (!database) return this.#fallback.run(sessionId, work, options);
    try {
      return await work();
    } finally {
      // Ends the transaction, which releases the lock.
      database.close();
    }
  }

  /** Undefined if locks are not available here. Rejects if the lock is not free in time. */
  async #acquire(sessionId: string, options: LockOptions): Promise<KernelLock | undefined> {
    try {
      await makePrivateFolder(this.#folder);
      return await this.#begin(path.join(this.#folder, `${stemOf(sessionId)}.lock`), options);
    } catch (error) {
      if (error instanceof LimitReached || options.signal?.aborted) throw error;
      if (!this.#isDegraded) this.#log.warn(`Sessions are locked within this window only: ${String(error)}`);
      this.#isDegraded = true;
      return undefined;
    }
  }

  async #begin(file: string, { maxWaitMs, signal }: LockOptions): Promise<KernelLock> {
    for (let waited = 0; ;) {
      signal?.throwIfAborted();
      const database = tryKernelLock(file);
      if (database) return database;
      if (waited >= maxWaitMs) throw new LimitReached(`The lock was not free within ${maxWaitMs} ms`);
      // Random pauses, so that two waiting windows don't retry in step.
      const pause = 20 + Math.random() * 40;
      waited += pause;
      await this.#scheduler.sleep(pause, signal);
    }
  }
}
