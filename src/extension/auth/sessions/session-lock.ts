import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { within, type Scheduler } from '../../../common/scheduler.ts';

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
