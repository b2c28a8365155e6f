import type { Event } from '../../../common/event.ts';

export type SessionState =
  /** The access token is good, and no refresh is due. */
  | 'fresh'
  /** The application's own token gives access: there is nothing to refresh. */
  | 'application'
  /** A refresh is due; the access token may still be good. */
  | 'expiring'
  /** A refresh is under way in this window. */
  | 'refreshing'
  /** The service could not be reached at the last try; kept, tried again. */
  | 'offline'
  /** It is there, but its tokens can't be read now: the keyring does not give their key. Not signed out. */
  | 'locked'
  /** A confirmed answer says that the refresh token is dead: the owner must connect again. */
  | 'needs-owner';

/** What other rooms may know of a session. Never a token. */
export interface SessionInfo {
  /** Survives every refresh. */
  readonly id: string;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
  /** The ID that Connect knows its application by, which is the same in every version; undefined while locked. */
  readonly applicationId?: string | undefined;
  /** Where its tokens may be sent, as far as that is known. */
  readonly origins?: readonly string[] | undefined;
  readonly state: SessionState;
  /** Milliseconds since 1970, as are all times here. */
  readonly accessTokenExpiresAt: number;
  readonly refreshTokenExpiresAt: number;
}

/** The sessions as the rooms above see them. */
export interface Sessions {
  readonly onDidChange: Event<void>;
  /**
   * Of every environment. Where only the entry of a session can't be read, all but its id, environment and state is
   * filler. Rejects with ServiceError where nothing could be read since the start: that is not "nobody is connected".
   */
  list(): Promise<readonly SessionInfo[]>;
  /**
   * A usable access token of the session, refreshed if due. `rejected` is a token that a data endpoint answered with
   * 401: if it is still the current one, it is refreshed once. Rejects with ServiceError.
   */
  accessToken(sessionId: string, rejected?: string): Promise<string>;
  /** Whose current access token this is; undefined where it is nobody's. Never rejects. */
  idOf(accessToken: string): Promise<string | undefined>;
}
