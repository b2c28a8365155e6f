import { Emitter } from '../common/event.ts';
import { AwaitedRedirect } from './awaited-redirect.ts';
import { chooseChannel } from './redirect-channels.ts';
import type { Place } from './redirect-channels.ts';
import type { OpenRedirectListener, RedirectListener, RedirectVerdict } from './redirect-listener.ts';

/** Why a pasted text was not taken. */
export type PasteProblem =
  /** Not an address at all. */
  | 'not-an-address'
  /** An address that no wait has as its redirect URI. */
  | 'elsewhere'
  /** Of another sign-in, an old one or a foreign one. */
  | 'not-taken';

/**
 * All waits for a redirect in this window. Each is served by the channel of its redirect URI and, beside it, by
 * pasting the address; the first that brings the right one wins. Waits don't know of each other: every address is
 * offered to all, and `state` tells whose it is.
 */
export class RedirectDesk {
  readonly #listen: OpenRedirectListener;
  readonly #place: Place;
  readonly #waits = new Set<AwaitedRedirect>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  /** `listen` opens a port of this machine. */
  constructor(listen: OpenRedirectListener, place: Place) {
    this.#listen = listen;
    this.#place = place;
  }

  get isWaiting(): boolean {
    return this.#waits.size > 0;
  }

  /** Waits at a redirect URI. Rejects as {@link OpenRedirectListener} does. */
  readonly open: OpenRedirectListener = async (redirectUri, judge) => {
    const { channel, mayMiss } = chooseChannel(redirectUri, this.#place);
    const listener = channel === 'loopback' ? await this.#listen(redirectUri, judge) : undefined;
    const byHand = this.#await(listener?.redirectUri ?? redirectUri, judge, mayMiss);
    return listener ? either(listener, byHand) : byHand;
  };

  /** Takes what VS Code's URI handler brings. An address that nobody waits for is ignored. */
  arrive(url: URL): void {
    for (const wait of this.#waits) if (wait.offer(url)) return;
  }

  /** Takes what a person has pasted; undefined if it was taken. */
  paste(text: string): PasteProblem | undefined {
    const url = URL.parse(text.trim());
    if (!url) return 'not-an-address';
    const waits = [...this.#waits].filter((wait) => wait.isFor(url));
    if (waits.length === 0) return 'elsewhere';
    return waits.some((wait) => wait.offer(url)) ? undefined : 'not-taken';
  }

  #await(redirectUri: string, judge: (url: URL) => RedirectVerdict, mayMiss: boolean): AwaitedRedirect {
    const wait = new AwaitedRedirect(redirectUri, judge, mayMiss, () => {
      this.#waits.delete(wait);
      this.#changed.fire();
    });
    this.#waits.add(wait);
    this.#changed.fire();
    return wait;
  }
}

/** Two ways to the same redirect. */
function either(listener: RedirectListener, byHand: RedirectListener): RedirectListener {
  return {
    redirectUri: listener.redirectUri,
    mayMiss: byHand.mayMiss ?? false,
    get ignored() {
      return listener.ignored + byHand.ignored;
    },
    async next(signal) {
      const other = new AbortController();
      const both = AbortSignal.any([signal, other.signal]);
      const waits = [listener.next(both), byHand.next(both)];
      // The one that loses is stopped, and its end is nobody's news.
      for (const wait of waits) wait.catch(() => undefined);
      try {
        return await Promise.race(waits);
      } finally {
        other.abort();
      }
    },
    dispose() {
      listener.dispose();
      byHand.dispose();
    },
  };
}
