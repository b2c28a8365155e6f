import type { Clock } from '../../../common/clock.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { ServiceErrorDetails } from '../../../service/model/errors.ts';
import type { NetworkRoute } from '../../../service/model/network-route.ts';
import type { ClientCredentials, TokenPair } from '../../../service/oauth/token-endpoint.ts';
import type { Timing } from '../sessions/session-durations.ts';
import type { SessionLock } from '../sessions/session-lock.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Probe } from './fault-point.ts';

/** Everything that a refresh needs. Plain data, so that it can be passed to another process; holds secrets. */
export interface RefreshJob {
  /** The folder of the database. */
  readonly folder: string;
  readonly sessionId: string;
  /** The generation to replace. If a newer one is stored and usable, it is adopted instead. */
  readonly generation: number;
  /** Only finish an interrupted refresh; if there is none, send nothing. */
  readonly isRecovery: boolean;
  /** Decrypts and encrypts the session. */
  readonly key: { readonly id: string; readonly base64: string };
  /** The session's text as copied to SecretStorage, if known. */
  readonly replica?: string | undefined;
  readonly authUrl: string;
  readonly credentials: ClientCredentials;
  readonly timing: Timing;
}

export type RefreshOutcome =
  /** A new pair is stored. */
  | { readonly kind: 'renewed'; readonly generation: number }
  /** Nothing was sent: what is stored is newer and usable, or there is nothing to recover. */
  | { readonly kind: 'adopted'; readonly generation: number }
  /** There is a new pair, but the disk does not accept it. The text is the encrypted session. */
  | { readonly kind: 'unsaved'; readonly text: string }
  /** The service has confirmed that the refresh token is dead. */
  | { readonly kind: 'dead' }
  | { readonly kind: 'signed-out' }
  /** The session is stored under another client id. */
  | { readonly kind: 'other-client' }
  /** The tokens may not be sent to the environment's present address. */
  | { readonly kind: 'other-address'; readonly origins: readonly string[] | undefined; readonly url: string }
  /** What is stored can't be read, or not with this key; nothing was sent. */
  | { readonly kind: 'unreadable'; readonly reason: 'broken' | 'key' | 'disk' }
  /** The disk would not accept a new pair; nothing was sent. */
  | { readonly kind: 'unwritable' }
  /** Another process holds the lock; nothing was sent. */
  | { readonly kind: 'busy' }
  /** The service can't be reached from this process; nothing was sent. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly details: FailureDetails }
  | { readonly kind: 'failed'; readonly message: string; readonly details: FailureDetails };

/** A ServiceError as plain data. */
export type FailureDetails = Omit<ServiceErrorDetails, 'cause' | 'ownerUrl'>;

/** How this window reaches an address; undefined if that is unknown: a proxy must not be bypassed. Never rejects. */
export type RouteOf = (url: URL) => Promise<NetworkRoute | undefined>;

/** Renews the tokens of a session, in this or another process. Rejects only with the reason of an aborted `signal`. */
export interface Refresher {
  refresh(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome>;
}

/** What every refresh works with. */
export interface RefreshTools {
  readonly store: SessionStore;
  readonly lock: SessionLock;
  /** Sends the refresh token once, and waits for at least the token's minute. Rejects with ServiceError. */
  readonly send: (refreshToken: string, signal: AbortSignal) => Promise<TokenPair>;
  /** Rejects with ServiceError if nothing should be sent from this process. Sends no secret. */
  readonly reach: () => Promise<void>;
  readonly clock: Clock;
  /** Milliseconds from an arbitrary start, by a clock that can't be set and keeps running while the machine sleeps. */
  readonly elapsed: () => number;
  readonly scheduler: Scheduler;
  readonly probe: Probe;
}
