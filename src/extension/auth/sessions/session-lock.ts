import path from 'node:path';
import { type KernelLock, tryKernelLock } from '../../../common/kernel-lock.ts';
import { log } from '../../../common/logger.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { makePrivateFolder } from '../../../common/private-files.ts';
import { LimitReached, within, type Scheduler } from '../../../common/scheduler.ts';

export interface LockOptions {
  /** How long to wait for the lock, in milliseconds. After that, `run` rejects with LimitReached. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Excludes all other work on the same session. */
export interface SessionLock {
  run<T>(sessionId: string, work: () => Promise<T>, options: LockOptions): Promise<T>;
}

/** Excludes within this process only. */
export class InProcessLock implements SessionLock {
  readonly #scheduler: Scheduler;
  readonly #queues = new Map<string, Promise<void>>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async run<T>(sessionId: string, work: () => Promise<T>, options: LockOptions): Promise<T> {
    const before = this.#queues.get(sessionId) ?? Promise.resolve();
    const turn = withResolvers<void>();
    this.#queues.set(
      sessionId,
      before.then(() => turn.promise),
    );
    try {
      await within(before, options.maxWaitMs, this.#scheduler);
      options.signal?.throwIfAborted();
      return await work();
    } finally {
      turn.resolve();
    }
  }
}

/** File systems allow 255 characters; the random part at the end of an id keeps the name unique. */
function lockName(sessionId: string): string {
  return `${sessionId.replace(/[^\w.-]/g, '_').slice(-150)}.lock`;
}

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
  readonly #fallback: InProcessLock;
  #isDegraded = false;

  constructor(folder: string, scheduler: Scheduler) {
    this.#folder = folder;
    this.#scheduler = scheduler;
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
      return await this.#begin(path.join(this.#folder, lockName(sessionId)), options);
    } catch (error) {
      if (error instanceof LimitReached || options.signal?.aborted) throw error;
      if (!this.#isDegraded) log.warn(`Sessions are locked within this window only: ${String(error)}`);
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
