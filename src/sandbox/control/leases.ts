import type { Clock } from '../../common/clock.ts';

/** Who needs this sandbox: each holder renews in time, so that one that is killed is forgotten by itself. */
export class Leases {
  readonly #clock: Clock;
  /** Milliseconds since 1970, by holder. */
  readonly #expiries = new Map<string, number>();

  /** `clock` is real time: turning the sandbox's own clock must not end the sandbox. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a lease, or prolongs it: it ends `ttlSeconds` from now. */
  take(id: string, ttlSeconds: number): void {
    this.#expiries.set(id, this.#clock.now() + ttlSeconds * 1000);
  }

  /** Gives a lease back; one that is not known is gone already. */
  release(id: string): void {
    this.#expiries.delete(id);
  }

  /** How many are held now. */
  get count(): number {
    const now = this.#clock.now();
    for (const [id, expiry] of this.#expiries) if (now >= expiry) this.#expiries.delete(id);
    return this.#expiries.size;
  }
}
