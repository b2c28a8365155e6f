import { t } from '../../common/translate.ts';

/** Who has to act after a failure, or how. */
export type Turn =
  /** The same request may work later; see `retryAfterSeconds`. */
  | 'retry'
  /** The owner's grant is gone: connect again. */
  | 'reconnect'
  /** The vehicle's owner must act, in the maker's app or on `ownerUrl`. */
  | 'owner'
  /** The application or its configuration must change. */
  | 'developer'
  /** Nobody can do anything: the vehicle or the service doesn't offer this. */
  | 'nobody';

/** The kind of failure: the coarsest distinction that code relies on. */
export type ErrorKind =
  /** An invalid argument; nothing was sent. */
  | 'input'
  /** The caller cancelled. */
  | 'cancelled'
  /** No connection, connection lost, or the address refuses the connection. */
  | 'network'
  | 'timeout'
  /** The response is a redirect, or comes from another origin; it is not followed. */
  | 'redirect'
  /** More bytes than the size limit. */
  | 'too-large'
  /** HTML, truncated or otherwise unreadable where JSON is expected. */
  | 'not-json'
  /** JSON that breaks the contract. */
  | 'contract'
  /** The token endpoint refused. */
  | 'oauth'
  /** A vehicle data endpoint refused. */
  | 'api';

/** The one action of a failure's button. */
export type Remedy =
  /** Send the request again, but not before `retryAt`. */
  | 'retry'
  /** Have the owner connect again. */
  | 'reconnect'
  /** Open `ownerUrl` for the owner. */
  | 'owner-page'
  /** Open the guided input of the environment. */
  | 'edit-environment'
  /** Enter the client secret. */
  | 'set-secret'
  /** Subscribe the vehicles of the sandbox, so that version 3 stores their signals. */
  | 'subscribe'
  /** Show the page about the end of version 2.0. */
  | 'explain-version'
  /** No button, because it could not help. */
  | 'none';

export interface ServiceErrorDetails {
  readonly kind: ErrorKind;
  readonly turn: Turn;
  /** One sentence that says what to do now. */
  readonly nextStep: string;
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** `RATE_LIMIT`, `invalid_grant`, …: as the service spells it. */
  readonly type?: string | undefined;
  /** `VEHICLE`, `VERSION`, …: as the service spells it. */
  readonly code?: string | undefined;
  /** The ID that support asks for (`SC-Request-Id`, or `requestId` of the body). */
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** When the service accepts the request again, in milliseconds since 1970, if it says so. */
  readonly retryAt?: number | undefined;
  /** Set if the remedy differs from what `kind` and `turn` imply: see `remedyOf`. */
  readonly remedy?: Remedy | undefined;
  /**
   * Where the owner can fix the problem, if the service gives an address. May contain a token: open it, never log it.
   */
  readonly ownerUrl?: string | undefined;
  /** False only if it is certain that no byte of the request reached the service. */
  readonly sent: boolean;
  /** True if nothing is stored yet, which is a state and not a failure. */
  readonly isEmpty?: boolean | undefined;
  readonly cause?: unknown;
}

/** Every failure of the service client. `message` says what happened and contains no secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ErrorKind;
  readonly turn: Turn;
  readonly nextStep: string;
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly retryAt: number | undefined;
  readonly remedy: Remedy;
  readonly sent: boolean;
  readonly isEmpty: boolean;
  /** Private, so that logging or serialising the error doesn't show it. */
  readonly #ownerUrl: string | undefined;

  constructor(message: string, details: ServiceErrorDetails) {
    super(message, { cause: details.cause });
    this.kind = details.kind;
    this.turn = details.turn;
    this.nextStep = details.nextStep;
    this.status = details.status;
    this.type = details.type;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.retryAt = details.retryAt;
    this.remedy = details.remedy ?? remedyOf(details);
    this.sent = details.sent;
    this.isEmpty = details.isEmpty ?? false;
    this.#ownerUrl = details.ownerUrl;
  }

  /** See {@link ServiceErrorDetails.ownerUrl}: open it, never log it. */
  get ownerUrl(): string | undefined {
    return this.#ownerUrl;
  }
}

/**
 * Identifies failures to report only once. A limit that is waited out here is the same as the one that the service set.
 */
export function failureKey({ message, status, type, code, isEmpty }: ServiceError): string {
  return status === 429 ? `429 ${type} ${code}` : isEmpty ? 'empty' : message;
}

/** The remedy of a failure that names none. If others have to act elsewhere, retrying shows whether they have. */
function remedyOf({ kind, turn, ownerUrl }: Pick<ServiceErrorDetails, 'kind' | 'turn' | 'ownerUrl'>): Remedy {
  switch (turn) {
    case 'retry':
      return 'retry';
    case 'reconnect':
      return 'reconnect';
    case 'owner':
      return ownerUrl === undefined ? 'retry' : 'owner-page';
    case 'nobody':
      return 'none';
    case 'developer':
      if (kind === 'input') return 'none';
      return kind === 'oauth' || kind === 'network' || kind === 'redirect' ? 'edit-environment' : 'retry';
  }
}

/**
 * The service client only rejects with ServiceError; even a defect must end as a message and not as an endless wait.
 */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return new ServiceError(t('The request was canceled.'), {
      kind: 'cancelled',
      turn: 'retry',
      nextStep: t('Try again.'),
      sent: true,
    });
  }
  return new ServiceError(t('An internal error occurred in the extension.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Try again. If it persists, report it with the extension’s log.'),
    sent: true,
    cause: thrown,
  });
}

/** The user-facing text for a refusal of a vehicle data endpoint. `what` is the beginning of a sentence. */
export interface ErrorText {
  readonly turn: Turn;
  readonly what: string;
  readonly nextStep: string;
  /** Set if the remedy differs from what `turn` implies. */
  readonly remedy?: Remedy;
  /** See `ServiceErrorDetails`. */
  readonly isEmpty?: boolean;
}

export const text = (turn: Turn, what: string, nextStep: string, remedy?: Remedy): ErrorText => ({
  turn,
  what,
  nextStep,
  ...(remedy && { remedy }),
});
