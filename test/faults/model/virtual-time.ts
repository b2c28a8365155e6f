import type { Scheduler } from '../../../src/common/scheduler.ts';
import type { Clock } from '../../../src/common/clock.ts';

/** Time that passes only when everybody waits for it. The machine's clock can be set, the time that passes can't. */
export class VirtualTime implements Clock {
  #elapsed = 0;
  #setBy = 0;
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  /** By the machine's clock. */
  now(): number {
    return Date.UTC(2026, 10, 21) + this.#elapsed + this.#setBy;
  }

  /** Milliseconds that have truly passed, by which the service lives. */
  elapsed(): number {
    return this.#elapsed;
  }

  /** Somebody sets the machine's clock. */
  set(byMs: number): void {
    this.#setBy += byMs;
  }

  /** The waiting of one process. Once it is dead, it wakes no more. */
  schedulerOf(process: { readonly isUnexpired: boolean }): Scheduler {
    return {
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const sleeper = { at: this.#elapsed + ms, wake: () => process.isUnexpired && resolve() };
          this.#sleepers.add(sleeper);
          const stop = () => {
            this.#sleepers.delete(sleeper);
            reject(signal?.reason as Error);
          };
          if (signal?.aborted) stop();
          else signal?.addEventListener('abort', stop, { once: true });
        }),
      // What a window does now and then by itself, a sequence does by name.
      every: () => ({ dispose: () => undefined }),
    };
  }

  /** Lets everything happen that is due within `ms`, or until `isOver`. */
  async pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await quiet();
      if (isOver()) return;
      const next = this.#earliest();
      if (!next || next.at > end) break;
      this.#elapsed = Math.max(this.#elapsed, next.at);
      this.#sleepers.delete(next);
      next.wake();
    }
    if (end !== Infinity) this.#elapsed = end;
  }

  #earliest() {
    let earliest: { readonly at: number; readonly wake: () => void } | undefined;
    for (const sleeper of this.#sleepers) if (!earliest || sleeper.at < earliest.at) earliest = sleeper;
    return earliest;
  }
}

/** Everything has run that does not wait for the time. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
