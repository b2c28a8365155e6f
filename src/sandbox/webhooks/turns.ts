import type { Disposable } from '../../common/event.ts';
import type { SandboxClock } from '../world/clock.ts';
import type { Store } from '../world/store.ts';

/** Work in pieces of less than a millisecond, one in each turn of the event loop: requests go between them. */
export class Turns {
  readonly #waiting = new Set<() => void>();

  /** Once, however often it is added before its turn comes. */
  add(piece: () => void): void {
    this.#waiting.add(piece);
    if (this.#waiting.size === 1) this.#schedule();
  }

  remove(piece: () => void): void {
    this.#waiting.delete(piece);
  }

  #schedule(): void {
    setImmediate(() => this.#run());
  }

  #run(): void {
    const [piece] = this.#waiting;
    if (!piece) return;
    this.#waiting.delete(piece);
    if (this.#waiting.size > 0) this.#schedule();
    piece();
  }
}

/** As long as Node's timers can wait; then the alarm looks at the clock again. */
const longestMs = 2 ** 31 - 1;

/** Rings at a moment of the sandbox's clock, also when the clock is turned past it. */
export class Alarm implements Disposable {
  readonly #clock: SandboxClock;
  readonly #store: Store;
  readonly #ring: () => void;
  readonly #listener: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #at: number | undefined;

  constructor(clock: SandboxClock, store: Store, ring: () => void) {
    this.#clock = clock;
    this.#store = store;
    this.#ring = ring;
    this.#listener = clock.onDidChange(() => this.#wait());
  }

  /** Milliseconds since 1970, in place of the moment set before; undefined: never. */
  set(at: number | undefined): void {
    if (at === this.#at && this.#timer) return;
    this.#at = at;
    this.#wait();
  }

  dispose(): void {
    this.#listener.dispose();
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#at === undefined) return;
    const { frozen, speed } = this.#store.state.clock;
    const ms = this.#at - this.#clock.now();
    // A frozen clock reaches it only when it is turned.
    if (ms > 0 && frozen) return;
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.max(0, Math.ceil(ms / speed)), longestMs)).unref();
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#at === undefined) return;
    if (this.#at > this.#clock.now()) {
      this.#wait();
      return;
    }
    this.#at = undefined;
    this.#ring();
  }
}
