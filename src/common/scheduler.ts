import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from './event.ts';

/** Timers behind an interface, so that tests can control the time. */
export interface Scheduler {
  /** Rejects as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  every(ms: number, tick: () => void): Disposable;
}

export const systemScheduler: Scheduler = {
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  every(ms, tick) {
    const timer = setInterval(tick, ms);
    return { dispose: () => clearInterval(timer) };
  },
};

/** The work took longer than {@link within} allows. It may still finish later, but its outcome is ignored. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The outcome of `work`, or a rejection with LimitReached after `ms` milliseconds. */
export async function within<T>(work: PromiseLike<T>, ms: number, scheduler: Scheduler): Promise<T> {
  const timer = new AbortController();
  const limit = scheduler.sleep(ms, timer.signal).then(() => {
    throw new LimitReached(`No outcome within ${ms} ms`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
