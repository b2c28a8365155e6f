import type { ApiVersion } from './environment.ts';
import type { ServiceError } from './errors.ts';

/** The endpoint that a request is for; names it in the journal and in messages. */
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
  | 'signals'
  | 'charge-records';

/** What a request is part of. The transport only passes it on to the report. */
export interface RequestContext {
  /** The same object for all requests of one call of the client, such as a repetition with a newer token. */
  readonly call: object;
  /** Counts the requests of the call from 1. */
  readonly attempt: number;
  /** How to request the same data again. Absent if the request does not belong to a session. */
  readonly repeatable?: RepeatableRequest | undefined;
  /** The name that the agent gives itself, if the request is sent for one. */
  readonly askedBy?: string | undefined;
  /** The vehicle for which a plan may charge the request. */
  readonly meteredVehicle?: string | undefined;
}

/** A data request without its token. */
export interface RepeatableRequest {
  readonly sessionId: string;
  readonly operation: Operation;
  readonly version: ApiVersion;
  /** Path and query after the version. */
  readonly path: string;
}

/** What the client did after the last request of a call did not return what was requested. */
export interface Decision {
  readonly call: object;
  readonly kind: DecisionKind;
  /** Contains no secrets. */
  readonly why: string;
  /** What the caller was given, if that is a failure. */
  readonly error?: ServiceError;
}

export type DecisionKind =
  /** Another access token was obtained, and the request was sent again with it. */
  | 'refreshed'
  /** The failure was reported to the caller. */
  | 'gave-up';

/**
 * What one request did, reported once it has ended. Contains secrets in `url`, header values and bodies: redact before
 * showing.
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
  /** Message of a failure below HTTP, if there was one. */
  readonly failure?: string | undefined;
  readonly context?: RequestContext | undefined;
}
