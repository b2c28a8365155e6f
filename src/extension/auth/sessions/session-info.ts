import type { Event } from '../../../common/event.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';

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

export interface SessionLack {
  readonly error: ServiceError;
  /** Set if the version no longer answers, so that nothing is sent to it. */
  readonly since?: number | undefined;
}

/** What other rooms may know about a session. Never a token. */
export interface SessionInfo {
  /** Survives every refresh. */
  readonly id: string;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
  /** Whether it has its own tokens, which give access by version 2.0; undefined while locked. */
  readonly hasTokens?: boolean | undefined;
  /** The owner's ID, if version 3 can use it; see `StoredSession`. */
  readonly ownerId?: string | undefined;
  /** The origins that its tokens may be sent to, if known. */
  readonly origins?: readonly string[] | undefined;
  readonly state: SessionState;
  /** Why one version of several can't be used, as far as this window knows. */
  readonly lack?: SessionLack | undefined;
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
   * A usable access token for the session, refreshed if due: for version 3, or if it has no tokens, the application's.
   * `rejected` is a token that a data endpoint answered with 401: if it is still the current one, it is refreshed once.
   * Rejects with ServiceError.
   */
  accessToken(sessionId: string, rejected?: string, version?: ApiVersion): Promise<string>;
  /** The session that VS Code has handed out this token for, and the version. Never rejects. */
  ofToken(accessToken: string): Promise<{ readonly id: string; readonly version: ApiVersion } | undefined>;
  /** Notes what an account lacks in this window; undefined if nothing. */
  noteLack(sessionId: string, lack: SessionLack | undefined): void;
  /** Stores the owner's ID, and the origins that version 3 uses. Never rejects. */
  adoptOwner(sessionId: string, ownerId: string, origins: readonly string[]): Promise<void>;
}
