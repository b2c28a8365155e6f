import type { ServiceErrorDetails } from '../../../service/model/errors.ts';
import type { NetworkRoute } from '../../../service/model/network-route.ts';
import type { ClientCredentials } from '../../../service/oauth/token-endpoint.ts';
import type { Timing } from '../sessions/session-durations.ts';

/** All that a refresh needs to know. Plain data, so that it can be handed to another process; holds secrets. */
export interface RefreshJob {
  /** Where sessions lie. */
  readonly folder: string;
  readonly sessionId: string;
  /** The generation that is to be replaced. A newer one that is usable is adopted instead. */
  readonly generation: number;
  /** Only what an interrupted refresh has left is finished; without such a thing nothing is sent. */
  readonly isRecovery: boolean;
  /** Opens and seals the session. */
  readonly key: { readonly id: string; readonly base64: string };
  /** The session's text as SecretStorage has it, where that is known. */
  readonly replica?: string | undefined;
  readonly authUrl: string;
  readonly credentials: ClientCredentials;
  readonly timing: Timing;
}

export type RefreshOutcome =
  /** A new pair is stored. */
  | { readonly kind: 'renewed'; readonly generation: number }
  /** Nothing was sent: what is stored is newer and good, or there is nothing to recover. */
  | { readonly kind: 'adopted'; readonly generation: number }
  /** There is a new pair, and the disk does not take it. The text is the sealed session. */
  | { readonly kind: 'unsaved'; readonly text: string }
  /** The service has confirmed that the refresh token is dead. */
  | { readonly kind: 'dead' }
  | { readonly kind: 'signed-out' }
  /** The session is stored under another client id. */
  | { readonly kind: 'other-client' }
  /** The tokens may not go to the address that is now the environment's. */
  | { readonly kind: 'other-address'; readonly origins: readonly string[]; readonly url: string }
  /** What is stored can't be read, or not with this key; nothing was sent. */
  | { readonly kind: 'unreadable'; readonly reason: 'broken' | 'key' | 'disk' }
  /** The disk would not take a new pair; nothing was sent. */
  | { readonly kind: 'unwritable' }
  /** Another process holds the lock; nothing was sent. */
  | { readonly kind: 'busy' }
  /** The service can't be reached from this process; nothing was sent. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly details: FailureDetails }
  | { readonly kind: 'failed'; readonly message: string; readonly details: FailureDetails };

/** A ServiceError as plain data. */
export type FailureDetails = Omit<ServiceErrorDetails, 'cause' | 'ownerUrl'>;

/** How this window reaches an address; undefined where nobody knows. */
export type RouteOf = (url: URL) => Promise<NetworkRoute | undefined>;

/** Renews the tokens of a session, somewhere. Rejects only with the reason of an aborted `signal`. */
export interface Refresher {
  refresh(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome>;
}
