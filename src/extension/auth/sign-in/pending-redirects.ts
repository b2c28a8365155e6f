import { PendingRedirect } from './pending-redirect.ts';
import type { OpenPort } from './loopback-ports.ts';
import { pastedRedirects } from './pasted-redirect.ts';
import { chooseChannel, type HostLocation } from './redirect-channels.ts';
import type { OpenRedirectListener, RedirectResult } from './redirect-listener.ts';

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
