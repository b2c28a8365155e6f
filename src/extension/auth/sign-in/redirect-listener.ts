/** What the browser shows after a redirect, in the user's language. Never anything out of the redirect itself. */
export interface ResultPage {
  readonly tone: 'success' | 'refused' | 'ignored';
  readonly title: string;
  readonly text: string;
}

/** What a wait makes of a redirect: `isTaken` ends the wait, otherwise it goes on. */
export interface RedirectVerdict {
  readonly isTaken: boolean;
  readonly page: ResultPage;
}

/** What becomes of a redirect among all waits. */
export type RedirectResult =
  | RedirectVerdict
  /** Nothing waits at this address. */
  | 'unknown';

/** Waits for the browser to come back, once. */
export interface RedirectListener {
  /** The redirect URI to register in the request: the given one, with the real port where that was 0. */
  readonly redirectUri: string;
  /** True where the browser may run on a machine from which it does not reach this one. */
  readonly mayBeUnreachable: boolean;
  /** How many redirects to this address were nobody's. */
  readonly ignored: number;
  /** The whole address of the first redirect that was taken. Rejects with the reason of `signal`. */
  next(signal: AbortSignal): Promise<URL>;
  /** Ends the wait, and closes the port where no other wait needs it. */
  dispose(): void;
}

/**
 * Listens on a redirect URI before the browser opens. `judge` sees every redirect to exactly that address, and must
 * take only its own: others may wait there too. `state` is that of a sign-in, by which another window that has the port
 * knows its redirect. Rejects with ServiceError (`input`) where the port is taken.
 */
export type OpenRedirectListener = (
  redirectUri: string,
  judge: (url: URL) => RedirectVerdict,
  state?: string,
) => Promise<RedirectListener>;
