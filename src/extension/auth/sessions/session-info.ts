import type { Event } from '../../../common/event.ts';

export type SessionState =
  /** The access token is valid, and no refresh is due. */
  | 'fresh'
  /** The application's own token gives access: there is nothing to refresh. */
  | 'application'
  /** A refresh is due; the access token may still be valid. */
  | 'expiring'
  /** A refresh is under way in this window. */
  | 'refreshing'
  /** The service could not be reached at the last attempt; the session is kept, and the refresh is retried. */
  | 'offline'
  /** Exists, but its tokens can't be read now, because the keyring does not provide their key. Not signed out. */
  | 'locked'
  /** The service has confirmed that the refresh token is dead: the owner must connect again. */
  | 'needs-owner';

/** What other rooms may know about a session. Never a token. */
export interface SessionInfo {
  /** Survives every refresh. */
  readonly id: string;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
  /** The ID of its application in Connect, which is the same in every version; undefined while locked. */
  readonly applicationId?: string | undefined;
  /** The origins that its tokens may be sent to, if known. */
  readonly origins?: readonly string[] | undefined;
  readonly state: SessionState;
  /** Milliseconds since 1970, as are all times here. */
  readonly accessTokenExpiresAt: number;
  readonly refreshTokenExpiresAt: number;
}

/** The sessions as other rooms see them. */
export interface Sessions {
  readonly onDidChange: Event<void>;
  /**
   * The sessions of every environment. If a session's entry can't be read, only its id, environment and state are real.
   * Rejects with ServiceError if nothing could be read since the start, which does not mean that nobody is connected.
   */
  list(): Promise<readonly SessionInfo[]>;
  /**
   * A usable access token of the session, refreshed if due. `rejected` is a token that a data endpoint answered with
   * 401: if it is still the current one, it is refreshed once. Rejects with ServiceError.
   */
  accessToken(sessionId: string, rejected?: string): Promise<string>;
  /** The id of the session with this current access token; undefined if there is none. Never rejects. */
  idOf(accessToken: string): Promise<string | undefined>;
}
