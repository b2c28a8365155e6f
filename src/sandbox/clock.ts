import type { Clock } from '../common/clock.ts';
import type { Store } from './store.ts';

/** The sandbox's time: another clock plus an offset that is part of the state, so that it outlives a restart. */
export class SandboxClock implements Clock {
  readonly #base: Clock;
  readonly #store: Store;

  constructor(base: Clock, store: Store) {
    this.#base = base;
    this.#store = store;
  }

  now(): number {
    return this.#base.now() + this.#store.state.clockOffsetMs;
  }

  /** Turns the clock forward. It never goes back: tokens that were dead would live again. */
  advance(seconds: number): void {
    if (!(seconds >= 0)) throw new RangeError('The sandbox clock only goes forward');
    this.#store.change((state) => {
      state.clockOffsetMs += Math.round(seconds * 1000);
    });
  }
}
