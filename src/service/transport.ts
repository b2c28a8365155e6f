import type { Clock } from '../common/clock.ts';

/** Which endpoint a request is for; names it in the journal and in messages. */
export type Operation =
  | 'exchange-code'
  | 'refresh-tokens'
  | 'user'
  | 'vehicles'
  | 'vehicle'
  | 'nominal-capacity'
  | 'charge-records';

export interface TransportRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form-encoded body. */
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** From the call to the last byte, in milliseconds. */
  readonly deadlineMs: number;
  /** Cap on the decoded body. */
  readonly maxBytes: number;
}

/** What one request did, told once it ended. Holds secrets in `url`, header values and `requestBody`: redact to show. */
export interface RequestReport {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status?: number | undefined;
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** Decoded bytes of the body. */
  readonly bytes: number;
  readonly requestId?: string | undefined;
  /** Message of the failure below HTTP, if there was one. */
  readonly failure?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded bytes as they come; throws ServiceError on a lost connection, the deadline or the cap. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** `User-Agent` of every request (document, endpoint 1). */
  readonly userAgent: string;
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
}

/**
 * The one way out. Never follows a redirect (a followed one leaks the refresh token in the body), keeps a deadline and
 * a byte cap, decodes UTF-8 fatally. An HTTP status is an answer here, not a failure; failures are ServiceError.
 */
export class Transport {
  constructor(_options: TransportOptions) {
    throw new Error('to be written');
  }
  send(_request: TransportRequest): Promise<Answer> {
    throw new Error('to be written');
  }
  stream(_request: TransportRequest): Promise<StreamedAnswer> {
    throw new Error('to be written');
  }
}
