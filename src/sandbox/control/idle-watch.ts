import { createMiddleware } from 'hono/factory';
import type { Leases } from './leases.ts';

const looksPerLimit = 4;

/**
 * Detects that nobody needs the sandbox: no lease is held, and no request is in progress or came in recently. It counts
 * checks that found no use instead of measuring time, so that after a machine wakes from sleep, the holders of leases
 * have the chance to renew them.
 */
export class IdleWatch {
  readonly #leases: Leases;
  #requests = 0;
  #used = false;
  #idleLooks = 0;

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  /** Wraps every request, including the streaming of its response. */
  readonly around = createMiddleware<{ Bindings: { outgoing: NodeJS.EventEmitter } }>(async (c, next) => {
    this.#requests++;
    c.env.outgoing.once('close', () => {
      this.#requests--;
      this.#used = true;
    });
    await next();
  });

  /** One check. True if the last few in a row, including this one, found that nobody needs the sandbox. */
  look(): boolean {
    const needed = this.#used || this.#requests > 0 || this.#leases.count > 0;
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
