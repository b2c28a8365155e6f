import { parseUrl, withResolvers } from '../../common/missing-in-node-20.ts';
import type { RedirectListener, RedirectVerdict } from './redirect-listener.ts';
import { unlessAborted } from '../../common/unless-aborted.ts';

/** One wait among the pending redirects. */
export class PendingRedirect implements RedirectListener {
  readonly redirectUri: string;
  readonly mayBeUnreachable: boolean;
  readonly judge: (url: URL) => RedirectVerdict;
  readonly #disposed: () => void;
  readonly #taken = withResolvers<URL>();
  #isTaken = false;
  #ignored = 0;

  constructor(
    { redirectUri, mayBeUnreachable }: Pick<RedirectListener, 'redirectUri' | 'mayBeUnreachable'>,
    judge: (url: URL) => RedirectVerdict,
    disposed: () => void,
  ) {
    this.redirectUri = redirectUri;
    this.mayBeUnreachable = mayBeUnreachable;
    this.judge = judge;
    this.#disposed = disposed;
  }

  get ignored(): number {
    return this.#ignored;
  }

  /** Whether it has what it waited for. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Whether an address is one of this redirect URI, whatever its query. */
  isFor(url: URL): boolean {
    const own = parseUrl(this.redirectUri);
    return own?.protocol === url.protocol && own.host === url.host && own.pathname === url.pathname;
  }

  take(url: URL): void {
    this.#isTaken = true;
    this.#taken.resolve(url);
  }

  ignore(): void {
    this.#ignored += 1;
  }

  next(signal: AbortSignal): Promise<URL> {
    return unlessAborted(this.#taken.promise, signal);
  }

  dispose(): void {
    this.#disposed();
  }
}
