import { parseUrl, withResolvers } from '../../../common/missing-in-node-20.ts';
import type { RedirectListener, RedirectVerdict } from './redirect-listener.ts';
import { unlessAborted } from '../../../common/unless-aborted.ts';

/** One wait among the pending redirects. */
export class PendingRedirect implements RedirectListener {
  readonly redirectUri: string;
  readonly mayBeUnreachable: boolean;
  readonly judge: (url: URL) => RedirectVerdict;
  readonly #disposed: () => void;
  readonly #came = withResolvers<URL>();
  #taken: RedirectVerdict | undefined;
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

  /** The verdict on the redirect that it waited for, once that has arrived. */
  get taken(): RedirectVerdict | undefined {
    return this.#taken;
  }

  /** Whether an address belongs to this redirect URI, whatever its query. */
  isFor(url: URL): boolean {
    const own = parseUrl(this.redirectUri);
    return own?.protocol === url.protocol && own.host === url.host && own.pathname === url.pathname;
  }

  take(url: URL, verdict: RedirectVerdict): void {
    this.#taken = verdict;
    this.#came.resolve(url);
  }

  ignore(): void {
    this.#ignored += 1;
  }

  next(signal: AbortSignal): Promise<URL> {
    return unlessAborted(this.#came.promise, signal);
  }

  dispose(): void {
    this.#disposed();
  }
}
