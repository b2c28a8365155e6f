/** What the browser shows after a redirect, in the user's language. Never anything out of the redirect itself. */
export interface ResultPage {
  readonly tone: 'success' | 'refused' | 'ignored';
  readonly title: string;
  readonly text: string;
}

/** What becomes of a redirect: `isTaken` ends the wait, otherwise the listener goes on listening. */
export interface RedirectVerdict {
  readonly isTaken: boolean;
  readonly page: ResultPage;
}

/** Waits on this machine for the browser to come back, once. */
export interface RedirectListener {
  /** The redirect URI to register in the request: the given one, with the real port where that was 0. */
  readonly redirectUri: string;
  /** True where the browser may run on a machine from which it does not reach this listener. */
  readonly mayMiss?: boolean;
  /** How many redirects were not taken. */
  readonly ignored: number;
  /** The whole address of the first redirect that was taken. Rejects with the reason of `signal`. */
  next(signal: AbortSignal): Promise<URL>;
  /** Closes the port. */
  dispose(): void;
}

/**
 * Listens on a redirect URI before the browser opens. `judge` sees every redirect to exactly that path. Rejects with
 * ServiceError (`input`) where the URI is not of this machine, or its port is taken.
 */
export type OpenRedirectListener = (
  redirectUri: string,
  judge: (url: URL) => RedirectVerdict,
) => Promise<RedirectListener>;
