import type { Clock } from '../../common/clock.ts';
import type { Store } from './store.ts';

/** Milliseconds since 1970: what the clock can be turned to. */
export const earliest = Date.UTC(2000, 0, 1);
export const latest = Date.UTC(9999, 0, 1);

/** What to do with the clock. */
export interface ClockChange {
  /** Seconds. */
  readonly advance?: number | undefined;
  /** Milliseconds since 1970. */
  readonly set?: number | undefined;
  readonly freeze?: boolean | undefined;
  /** Sandbox seconds per real second. */
  readonly speed?: number | undefined;
}

/**
 * The sandbox's time. It runs from a moment that is part of the state, so that it outlives a restart; while the
 * sandbox is down it runs on, unless it is frozen.
 */
export class SandboxClock implements Clock {
  readonly #base: Clock;
  readonly #store: Store;

  /** `base` is the time that passes outside. */
  constructor(base: Clock, store: Store) {
    this.#base = base;
    this.#store = store;
  }

  now(): number {
    const { realMs, sandboxMs, speed, frozen } = this.#store.state.clock;
    if (frozen) return sandboxMs;
    return Math.min(Math.round(sandboxMs + (this.#base.now() - realMs) * speed), latest);
  }

  /** As the control paths show it. */
  get reading(): { readonly now: string; readonly frozen: boolean; readonly speed: number } {
    const { frozen, speed } = this.#store.state.clock;
    return { now: new Date(this.now()).toISOString(), frozen, speed };
  }

  /** Turns the clock forward by seconds. */
  advance(seconds: number): void {
    this.change({ advance: seconds });
  }

  /**
   * Throws a RangeError past {@link latest}, before {@link earliest}, and where the clock would go back: tokens that
   * were dead would live again. `mayGoBack` is for a state without tokens.
   */
  change({ advance = 0, set, freeze, speed }: ClockChange, mayGoBack = false): void {
    const now = this.now();
    const next = (set ?? now) + Math.round(advance * 1000);
    if (next < now && !mayGoBack) throw new RangeError('the clock cannot go back; reset the sandbox for that');
    // Written so that it refuses NaN as well.
    if (!(next >= earliest && next <= latest))
      throw new RangeError('the clock must be between the years 2000 and 9998');
    const realMs = this.#base.now();
    this.#store.change(({ clock }) => {
      Object.assign(clock, { realMs, sandboxMs: next, frozen: freeze ?? clock.frozen, speed: speed ?? clock.speed });
    });
  }
}
