/** Whose turn it is after a failure. */
export type Turn =
  /** The same request may work later; see `retryAfterSeconds`. */
  | 'retry'
  /** The owner's grant is gone: connect again. */
  | 'reconnect'
  /** The vehicle's owner must act, in the maker's app or on `ownerUrl`. */
  | 'owner'
  /** The application or its configuration must change. */
  | 'developer'
  /** Nothing can be done: the vehicle or the service doesn't offer this. */
  | 'nobody';

/** What kind of failure it is, the coarsest view that code decides on. */
export type ErrorKind =
  /** An argument that never left this machine. */
  | 'input'
  /** The caller cancelled. */
  | 'cancelled'
  /** No connection, connection lost, or the address refuses. */
  | 'network'
  | 'timeout'
  /** The answer is a redirect, or comes from another origin; it is not followed. */
  | 'redirect'
  /** More bytes than the cap allows. */
  | 'too-large'
  /** HTML, truncated or otherwise unreadable where JSON is expected. */
  | 'not-json'
  /** JSON that breaks the contract. */
  | 'contract'
  /** The token endpoint said no. */
  | 'oauth'
  /** A vehicle data endpoint said no. */
  | 'api';

export interface ServiceErrorDetails {
  readonly kind: ErrorKind;
  readonly turn: Turn;
  /** One sentence: what to do now. */
  readonly nextStep: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** `RATE_LIMIT`, `invalid_grant`, …: as the service spells it. */
  readonly type?: string | undefined;
  /** `VEHICLE`, `VERSION`, …: as the service spells it. */
  readonly code?: string | undefined;
  /** What support asks for (`SC-Request-Id`, or `requestId` of the body). */
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Where the owner puts it right, if the service gives an address. May hold a token: open it, never log it. */
  readonly ownerUrl?: string | undefined;
  /** False only where it is certain that no byte of the request reached the service. */
  readonly sent: boolean;
  readonly cause?: unknown;
}

/** Every failure of the service client. `message` says what happened and holds no secret. */
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
  readonly sent: boolean;
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
    this.sent = details.sent;
    this.#ownerUrl = details.ownerUrl;
  }

  /** See {@link ServiceErrorDetails.ownerUrl}: open it, never log it. */
  get ownerUrl(): string | undefined {
    return this.#ownerUrl;
  }
}
