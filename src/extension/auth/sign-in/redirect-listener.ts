/**
 * What the browser shows after a redirect, in the user's language. Never contains anything from the redirect itself.
 */
export interface ResultPage {
  readonly tone: 'success' | 'refused' | 'ignored';
  readonly title: string;
  readonly text: string;
}

/** How a wait judges a redirect: `isTaken` ends the wait, otherwise it continues. */
export interface RedirectVerdict {
  readonly isTaken: boolean;
  readonly page: ResultPage;
}

/** The result of offering a redirect to all waits. */
export type RedirectResult =
  | RedirectVerdict
  /** Nothing waits at this address. */
  | 'unknown';

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
