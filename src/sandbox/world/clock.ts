import type { Clock } from '../../common/clock.ts';
import { Emitter } from '../../common/event.ts';
import type { Store } from './store.ts';

/** The limits for setting the clock, in milliseconds since 1970. */
export const earliest = Date.UTC(2000, 0, 1);
export const latest = Date.UTC(9999, 0, 1);

/** A change to the clock. */
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
 * The sandbox's time. Its starting point is part of the state, so that it survives a restart; while the sandbox is not
 * running, the time continues unless it is frozen.
 */
export class SandboxClock implements Clock {
  readonly #base: Clock;
  readonly #store: Store;
  readonly #changed = new Emitter<void>();
  /** Fires when the clock was changed; while it only runs, nothing fires. */
  readonly onDidChange = this.#changed.event;

  /** `base` is the real time. */
  constructor(base: Clock, store: Store) {
    this.#base = base;
    this.#store = store;
  }

  now(): number {
    const { realMs, sandboxMs, speed, frozen } = this.#store.state.clock;
    if (frozen) return sandboxMs;
    return Math.min(Math.round(sandboxMs + (this.#base.now() - realMs) * speed), latest);
  }

  /** The time in the format of the control paths. */
  get reading(): { readonly now: string; readonly frozen: boolean; readonly speed: number } {
    const { frozen, speed } = this.#store.state.clock;
    return { now: new Date(this.now()).toISOString(), frozen, speed };
  }

  /** Moves the clock forward by this many seconds. */
  advance(seconds: number): void {
    this.change({ advance: seconds });
  }

  /**
   * Throws a RangeError past {@link latest}, before {@link earliest}, and if the clock would go back: expired tokens
   * would become valid again. `mayGoBack` is for a state without tokens.
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
    this.#changed.fire();
  }
}
