import { parseUrl, withResolvers } from '../../../common/missing-in-node-20.ts';
import { unlessAborted } from '../../../common/abort-with.ts';
import { isLoopbackHost } from '../../../common/loopback/loopback-listeners.ts';
import type { OpenPort } from './loopback-ports.ts';
import type { RedirectResult, RedirectVerdict } from './result-page.ts';

/** Waits for the browser to come back, once. */
export interface RedirectListener {
  /** The redirect URI for the request: the given one, with the real port if that was 0. */
  readonly redirectUri: string;
  /** True if the browser may run on a machine from which it can't reach this one. */
  readonly mayBeUnreachable: boolean;
  /** How many redirects to this address belonged to no wait. */
  readonly ignored: number;
  /** The whole address of the first redirect that was accepted. Rejects with the reason of `signal`. */
  next(signal: AbortSignal): Promise<URL>;
  /** Ends the wait, and closes the port if no other wait needs it. */
  dispose(): void;
}

/**
 * Listens on a redirect URI before the browser opens. `judge` sees every redirect to exactly that address, and must
 * accept only its own, because others may wait there too. If another window has the port, it recognizes the redirect by
 * the sign-in's `state`. Rejects with ServiceError (`input`) if the port is taken.
 */
export type OpenRedirectListener = (
  redirectUri: string,
  judge: (url: URL) => RedirectVerdict,
  state?: string,
) => Promise<RedirectListener>;

/** Why a pasted text was not accepted. */
export type PasteProblem =
  /** Not an address at all. */
  | 'not-an-address'
  /** An address that is not the redirect URI of any wait. */
  | 'elsewhere'
  /** The redirect of another sign-in, an old one or a foreign one. */
  | 'not-taken';

/**
 * All waits for a redirect in this window. Each is served by the channel of its redirect URI, and also by pasting the
 * address. Waits are independent of each other: every address is offered to all waits at that redirect URI, and `state`
 * shows which one it belongs to.
 */
export class PendingRedirects {
  readonly #openPort: OpenPort;
  readonly #location: HostLocation;
  readonly #waits = new Set<PendingRedirect>();

  /** `openPort` opens a port of this machine. */
  constructor(openPort: OpenPort, location: HostLocation) {
    this.#openPort = openPort;
    this.#location = location;
  }

  get isWaiting(): boolean {
    return this.#waits.size > 0;
  }

  /** Waits at a redirect URI. Rejects as {@link OpenRedirectListener} does. */
  readonly open: OpenRedirectListener = async (redirectUri, judge, state) => {
    const { channel, mayBeUnreachable } = chooseChannel(redirectUri, this.#location);
    const receive = (url: URL) => this.receive(url);
    const port = channel === 'loopback' ? await this.#openPort(redirectUri, receive, state) : undefined;
    const address = { redirectUri: port?.redirectUri ?? redirectUri, mayBeUnreachable };
    const wait = new PendingRedirect(address, judge, () => {
      port?.release();
      this.#waits.delete(wait);
    });
    this.#waits.add(wait);
    return wait;
  };

  /** Receives an address from a port, VS Code's URI handler or the user. */
  receive(url: URL): RedirectResult {
    const offers = [...this.#waits]
      .filter((wait) => wait.isFor(url))
      .map((wait) => ({ wait, verdict: wait.judge(url) }));
    const [first] = offers;
    if (!first) return 'unknown';
    const owners = offers.filter(({ verdict }) => verdict.isTaken);
    const open = owners.find(({ wait }) => !wait.taken);
    if (open) {
      open.wait.take(url, open.verdict);
      return open.verdict;
    }
    const [used] = owners;
    // A second redirect of the same wait changes nothing, and gets the page of the first.
    if (used?.wait.taken) return { isTaken: false, page: used.wait.taken.page };
    for (const { wait } of offers) wait.ignore();
    return first.verdict;
  }

  /** Receives the text that the user has pasted; undefined if it was accepted. */
  paste(text: string): PasteProblem | undefined {
    const urls = pastedRedirects(
      text,
      [...this.#waits].map(({ redirectUri }) => redirectUri),
    );
    let problem: PasteProblem = urls.length === 0 ? 'not-an-address' : 'elsewhere';
    for (const url of urls) {
      const result = this.receive(url);
      if (result === 'unknown') continue;
      if (result.isTaken) return undefined;
      problem = 'not-taken';
    }
    return problem;
  }
}

/** One wait among the pending redirects. */
class PendingRedirect implements RedirectListener {
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

/** Where VS Code runs, as far as it matters for redirects. */
export interface HostLocation {
  /** `vscode.env.uiKind`: a desktop window, or a page in a browser. */
  readonly ui: 'desktop' | 'web';
  /** `vscode.env.remoteName`: `wsl`, `ssh-remote`, `codespaces`, …; undefined if nothing is remote. */
  readonly remoteName: string | undefined;
  /** Where this extension runs: on the window's machine, or on the remote one. */
  readonly extension: 'ui' | 'workspace';
  /** `vscode.env.uriScheme`: `vscode`, `vscode-insiders`, a fork's own. */
  readonly uriScheme: string;
}

/** How a redirect can come back. Pasting the address always works, so it is not a separate channel. */
type Channel =
  /** A listener in the extension host. */
  | 'loopback'
  /** VS Code's URI handler. */
  | 'uri-handler'
  /** Neither of the others works: the user has to paste the address. */
  | 'paste-only';

interface ChannelChoice {
  readonly channel: Channel;
  /** True if the browser may run on a machine from which the channel can't be reached. */
  readonly mayBeUnreachable: boolean;
}

/**
 * The channel for a redirect URI at a location. The redirect URI is registered with the service and compared exactly
 * (document, endpoint 1), so it determines the channel: no channel can use a different one.
 */
export function chooseChannel(
  redirectUri: string,
  { ui, remoteName, extension, uriScheme }: HostLocation,
): ChannelChoice {
  const url = parseUrl(redirectUri);
  if (url?.protocol === `${uriScheme}:`) {
    // If VS Code runs in a browser, the scheme opens a desktop VS Code, if any.
    return { channel: ui === 'desktop' ? 'uri-handler' : 'paste-only', mayBeUnreachable: ui === 'web' };
  }
  const isLoopback = url?.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (!isLoopback) return { channel: 'paste-only', mayBeUnreachable: true };
  if (ui === 'web') return { channel: 'loopback', mayBeUnreachable: true };
  // WSL shares localhost with Windows; other remotes need a forwarded port.
  const isBesideBrowser = extension === 'ui' || remoteName === undefined || remoteName === 'wsl';
  return { channel: 'loopback', mayBeUnreachable: !isBesideBrowser };
}

/** The characters that mail, chat and terminals put around an address. */
const around = /[\s<>"'`“”„‘’«»]+|\]\(/;
const before = /^[([{]+/;
const behind = /[.,;:!?)\]}*]+$/;

/** `code=…` or `error=…` with the other parameters of the redirect, and nothing in front of them. */
const queryAlone = /^[?&#]?(?:[\w.-]+=[^&]*&)*(?:code|error|state)=/;

/** Removes invisible characters, and decodes `&amp;`. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}|[\p{Cc}--\s]/gv, '').replaceAll('&amp;', '&');
}

/**
 * The addresses that the user may have meant in a pasted text: inside a sentence, in quotes or brackets, without a
 * scheme, or the query alone. As with any other address, a sign-in then judges whether one is its own.
 *
 * @param redirectUris the redirect URIs of the current waits, which complete an address that lacks parts
 */
function pastedRedirects(text: string, redirectUris: readonly string[]): readonly URL[] {
  const pieces = visible(text)
    .split(around)
    .map((piece) => piece.replace(before, '').replace(behind, ''));
  const found = pieces.flatMap((piece) => addressesOf(piece, redirectUris));
  return [...new Map(found.map((url) => [url.href, url])).values()];
}

function addressesOf(piece: string, redirectUris: readonly string[]): URL[] {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(piece)) return parsed(piece);
  const own = redirectUris.flatMap(parsed);
  if (queryAlone.test(piece)) return own.map((url) => withQuery(url, piece.replace(/^[?&#]/, '')));
  if (!piece.includes('?')) return [];
  return own.flatMap(({ protocol }) => parsed(`${protocol}//${piece}`));
}

function withQuery(url: URL, query: string): URL {
  const whole = new URL(url);
  whole.search = [url.search.slice(1), query].filter(Boolean).join('&');
  return whole;
}

function parsed(text: string): URL[] {
  const url = parseUrl(text);
  return url ? [url] : [];
}
