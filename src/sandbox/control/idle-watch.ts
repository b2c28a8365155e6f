import { now } from '../../common/clock.ts';

const looksPerLimit = 4;

/**
 * Detects that nobody needs the sandbox: no lease is held, and no request is in progress or came in recently. It counts
 * checks that found no use instead of measuring time, so that after a machine wakes from sleep, the holders of leases
 * have the chance to renew them.
 */
export class IdleWatch {
  readonly leases = new Leases();
  #requests = 0;
  #used = false;
  #idleLooks = 0;

  /** A request has come. Call the result when its response is sent, or broken off. */
  request(): () => void {
    this.#requests++;
    return () => {
      this.#requests--;
      this.#used = true;
    };
  }

  /** One check. True if the last few in a row, including this one, found that nobody needs the sandbox. */
  look(): boolean {
    const needed = this.#used || this.#requests > 0 || this.leases.count > 0;
    this.#used = false;
    this.#idleLooks = needed ? 0 : this.#idleLooks + 1;
    return this.#idleLooks >= looksPerLimit;
  }

  /**
   * Checks until nobody has needed the sandbox for `seconds`, then calls `onIdle` once. Returns a function that stops
   * it.
   */
  start(seconds: number, onIdle: () => void): () => void {
    const timer = setInterval(
      () => {
        if (!this.look()) return;
        clearInterval(timer);
        onIdle();
      },
      (seconds * 1000) / looksPerLimit,
    );
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }
}

/**
 * Who needs this sandbox: each holder must renew its lease in time, so that one that was killed is forgotten
 * automatically.
 */
class Leases {
  /** Milliseconds since 1970, by holder: of real time, because the sandbox's own clock must not end the sandbox. */
  readonly #expiries = new Map<string, number>();

  /** Takes a lease or prolongs it: it then ends `ttlSeconds` from now. */
  take(id: string, ttlSeconds: number): void {
    this.#expiries.set(id, now() + ttlSeconds * 1000);
  }

  /** Releases a lease; an unknown one has already ended. */
  release(id: string): void {
    this.#expiries.delete(id);
  }

  /** How many leases are held now. */
  get count(): number {
    for (const [id, expiry] of this.#expiries) if (now() >= expiry) this.#expiries.delete(id);
    return this.#expiries.size;
  }
}
