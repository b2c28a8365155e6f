import { within } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';

/** What the holder of a session's lock can do. */
export interface HeldLock {
  /**
   * The highest generation that any holder has published, 0 before the first. SecretStorage shows another window's
   * write late: a stored session below this generation is stale.
   */
  readonly generation: number;
  /** Told to the next holder. Called after the new pair is stored. */
  publish(generation: number): void;
}

export interface LockOptions {
  /** How long to wait for the lock, in milliseconds; 70 seconds unless said. Rejects with LimitReached then. */
  readonly maxWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Longer than the longest hold: a refresh with all its resends. */
export const defaultMaxWaitMs = 70_000;

/** Excludes all other work on the same session. */
export interface SessionLock {
  run<T>(sessionId: string, work: (held: HeldLock) => Promise<T>, options?: LockOptions): Promise<T>;
}

/** Excludes within this process only. */
export class InProcessLock implements SessionLock {
  readonly #scheduler: Scheduler;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #generations = new Map<string, number>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async run<T>(sessionId: string, work: (held: HeldLock) => Promise<T>, options: LockOptions = {}): Promise<T> {
    const before = this.#queues.get(sessionId) ?? Promise.resolve();
    const turn = Promise.withResolvers<void>();
    this.#queues.set(
      sessionId,
      before.then(() => turn.promise),
    );
    try {
      await within(before, options.maxWaitMs ?? defaultMaxWaitMs, this.#scheduler);
      options.signal?.throwIfAborted();
      return await work({
        generation: this.#generations.get(sessionId) ?? 0,
        publish: (generation) => void this.#generations.set(sessionId, generation),
      });
    } finally {
      turn.resolve();
    }
  }
}
