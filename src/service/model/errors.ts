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

/** The one thing that a press of a failure's button does. */
export type Remedy =
  /** Ask again; not before `retryAt`. */
  | 'retry'
  /** Have the owner connect again. */
  | 'reconnect'
  /** Open `ownerUrl` for the owner. */
  | 'owner-page'
  /** Open the guided input of the environment. */
  | 'edit-environment'
  /** Type the client secret. */
  | 'set-secret'
  /** Subscribe the vehicles of the sandbox, so that version 3 stores their signals. */
  | 'subscribe'
  /** Show the page about the end of version 2.0. */
  | 'explain-version'
  /** A button would do nothing. */
  | 'none';

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
  /** When the service takes the request again, in milliseconds since 1970, if it says so. */
  readonly retryAt?: number | undefined;
  /** Where it is another one than the kind and the turn imply: see `remedyOf`. */
  readonly remedy?: Remedy | undefined;
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
  readonly retryAt: number | undefined;
  readonly remedy: Remedy;
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
    this.retryAt = details.retryAt;
    this.remedy = details.remedy ?? remedyOf(details);
    this.sent = details.sent;
    this.#ownerUrl = details.ownerUrl;
  }

  /** See {@link ServiceErrorDetails.ownerUrl}: open it, never log it. */
  get ownerUrl(): string | undefined {
    return this.#ownerUrl;
  }
}

/** What is told once: a limit that is waited out here is the one that the service has set. */
export function failureKey({ message, status, type, code }: ServiceError): string {
  return status === 429 ? `429 ${type} ${code}` : message;
}

/** What helps where the failure names no remedy of its own: what others do elsewhere shows at the next try. */
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
