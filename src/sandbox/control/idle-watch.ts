import { createMiddleware } from 'hono/factory';
import type { Leases } from './leases.ts';

const looksPerLimit = 4;

/**
 * Notices that nobody needs the sandbox: no lease is held and no request is under way or came in lately. It counts
 * looks that found nothing, rather than time, for a machine that wakes from sleep must give the holders of leases the
 * chance to renew them.
 */
export class IdleWatch {
  readonly #leases: Leases;
  #requests = 0;
  #used = false;
  #idleLooks = 0;

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  /** Stands around every request, the streaming of its answer included. */
  readonly around = createMiddleware<{ Bindings: { outgoing: NodeJS.EventEmitter } }>(async (c, next) => {
    this.#requests++;
    c.env.outgoing.once('close', () => {
      this.#requests--;
      this.#used = true;
    });
    await next();
  });

  /** One look. True when the last few in a row, this one included, found that nobody needs the sandbox. */
  look(): boolean {
    const needed = this.#used || this.#requests > 0 || this.#leases.count > 0;
    this.#used = false;
    this.#idleLooks = needed ? 0 : this.#idleLooks + 1;
    return this.#idleLooks >= looksPerLimit;
  }

  /** Looks until nobody has needed the sandbox for `seconds`, then calls `onIdle` once. Returns what ends it. */
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
