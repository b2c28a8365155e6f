import type { RedirectListener, RedirectVerdict } from './redirect-listener.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A redirect that is brought by hand or by VS Code's URI handler, where no port listens. */
export class AwaitedRedirect implements RedirectListener {
  readonly redirectUri: string;
  readonly mayMiss: boolean;
  readonly #judge: (url: URL) => RedirectVerdict;
  readonly #disposed: () => void;
  readonly #taken = Promise.withResolvers<URL>();
  #isTaken = false;
  #ignored = 0;

  constructor(redirectUri: string, judge: (url: URL) => RedirectVerdict, mayMiss: boolean, disposed: () => void) {
    this.redirectUri = redirectUri;
    this.mayMiss = mayMiss;
    this.#judge = judge;
    this.#disposed = disposed;
  }

  get ignored(): number {
    return this.#ignored;
  }

  /** Whether an address is one of this redirect URI, whatever its query. */
  isFor(url: URL): boolean {
    const own = URL.parse(this.redirectUri);
    return own?.protocol === url.protocol && own.host === url.host && own.pathname === url.pathname;
  }

  /** True if the address ends the wait. */
  offer(url: URL): boolean {
    if (this.#isTaken || !this.isFor(url)) return false;
    this.#isTaken = this.#judge(url).isTaken;
    if (this.#isTaken) this.#taken.resolve(url);
    else this.#ignored += 1;
    return this.#isTaken;
  }

  next(signal: AbortSignal): Promise<URL> {
    return unlessAborted(this.#taken.promise, signal);
  }

  dispose(): void {
    this.#disposed();
  }
}
