import type { Clock } from '../../common/clock.ts';

/**
 * Who needs this sandbox: each holder must renew its lease in time, so that one that was killed is forgotten
 * automatically.
 */
export class Leases {
  readonly #clock: Clock;
  /** Milliseconds since 1970, by holder. */
  readonly #expiries = new Map<string, number>();

  /** `clock` is real time: changing the sandbox's own clock must not end the sandbox. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a lease or prolongs it: it then ends `ttlSeconds` from now. */
  take(id: string, ttlSeconds: number): void {
    this.#expiries.set(id, this.#clock.now() + ttlSeconds * 1000);
  }

  /** Releases a lease; an unknown one has already ended. */
  release(id: string): void {
    this.#expiries.delete(id);
  }

  /** How many leases are held now. */
  get count(): number {
    const now = this.#clock.now();
    for (const [id, expiry] of this.#expiries) if (now >= expiry) this.#expiries.delete(id);
    return this.#expiries.size;
  }
}
