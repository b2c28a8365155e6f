import type { Clock } from '../../common/clock.ts';
import type { Decision, Operation, RequestContext, RequestReport } from '../model/request-report.ts';

export interface TransportRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Whole address: https, or http on this machine. */
  readonly url: string;
  /** `User-Agent` and `Accept` are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** Form-encoded body. */
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** From the call to the last byte, in milliseconds. */
  readonly deadlineMs: number;
  /** Cap on the decoded body. */
  readonly maxBytes: number;
  /** Values that no failure may show. */
  readonly secrets?: readonly string[] | undefined;
  readonly context?: RequestContext | undefined;
}

export interface TextResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the status is an error and the body is not UTF-8: then the status alone speaks. */
  readonly text: string;
  /** When the last byte was here, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface StreamedResponse {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Decoded bytes as they come, once; throws ServiceError on a lost connection, the deadline or the cap. Iterate it,
   * or call its iterator's `return`: until then the connection stays open.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** When the headers were here, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** `User-Agent` of every request (document, endpoint 1). */
  readonly userAgent: string;
  /** Names the proxy on the way to an address, for failures; undefined where there is none, or nobody knows. */
  readonly proxyOf?: ((url: URL) => Promise<string | undefined>) | undefined;
  /** Told of every request that left, once it ended. What it throws is ignored. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
  /** Told what became of a call, after the request that it is about. What it throws is ignored. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}
