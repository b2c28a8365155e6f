/** Which endpoint a request is for; names it in the journal and in messages. */
export type Operation =
  | 'exchange-code'
  | 'application-token'
  | 'refresh-tokens'
  | 'user'
  | 'vehicles'
  | 'vehicle'
  | 'permissions'
  | 'disconnect'
  | 'nominal-capacity'
  | 'charge-records';

/** What a request is part of. The transport only passes it on to the report. */
export interface RequestContext {
  /** One object for all requests that serve one call of the client, such as a second one with a newer token. */
  readonly call: object;
  /** Counts the requests of the call from 1. */
  readonly attempt: number;
  /** Where the same data can be asked for again. Absent where no session stands behind the request. */
  readonly repeatable?: RepeatableRequest | undefined;
  /** What the agent calls itself for whom it is sent. */
  readonly askedBy?: string | undefined;
  /** The vehicle for which a plan may charge it. */
  readonly meteredVehicle?: string | undefined;
}

/** A data request without its token. */
export interface RepeatableRequest {
  readonly sessionId: string;
  readonly operation: Operation;
  /** Path and query after the version. */
  readonly path: string;
}

/** What the client did about the last request of a call that did not bring what was asked for. */
export interface Decision {
  readonly call: object;
  readonly kind: DecisionKind;
  /** Free of secrets. */
  readonly why: string;
}

export type DecisionKind =
  /** Another access token was had, and the request sent again with it. */
  | 'refreshed'
  /** The caller was told of the failure. */
  | 'gave-up';

/**
 * What one request did, told once it ended. Holds secrets in `url`, header values and
 * bodies: redact to show.
 */
export interface RequestReport {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status?: number | undefined;
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** Decoded bytes of the body that were read. */
  readonly bytes: number;
  readonly requestId?: string | undefined;
  /** Beginning of the body, decoded leniently. Absent if none came. */
  readonly responseBody?: { readonly text: string; readonly isCut: boolean } | undefined;
  /** Message of the failure below HTTP, if there was one. */
  readonly failure?: string | undefined;
  readonly context?: RequestContext | undefined;
}
