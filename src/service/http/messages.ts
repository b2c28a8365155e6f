import type { NamedProxy } from '../model/network-route.ts';
import type { Decision, Operation, RequestContext, RequestReport } from '../model/request-report.ts';

export interface TransportRequest {
  readonly operation: Operation;
  readonly method: string;
  /** The complete URL: https, or http on this machine. */
  readonly url: string;
  /** `User-Agent` and `Accept` are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** Form-encoded body. */
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** From the call to the last byte, in milliseconds. */
  readonly deadlineMs: number;
  /** Size limit of the decoded body. */
  readonly maxBytes: number;
  /** Values that no failure may show. */
  readonly secrets?: readonly string[] | undefined;
  readonly context?: RequestContext | undefined;
}

export interface TextResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the status is an error and the body is not UTF-8: then only the status counts. */
  readonly text: string;
  /** When the last byte arrived, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface StreamedResponse {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Decoded bytes as they arrive, once; throws ServiceError on a lost connection, the deadline or the size limit.
   * Iterate it, or call its iterator's `return`: until then the connection stays open.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** When the headers arrived, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  /** `User-Agent` of every request (document, endpoint 1). */
  readonly userAgent: string;
  /** Returns the proxy on the way to an address, for failures; undefined if there is none or it is unknown. */
  readonly proxyOf?: ((url: URL) => Promise<NamedProxy | undefined>) | undefined;
  /** Called for every request that was sent, once it has ended. What it throws is ignored. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
  /** Called with the decision about a request, after the report of that request. What it throws is ignored. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * Deadline and size limit of a request, by what it asks for. The service may take 300 seconds for vehicle data, because
 * it wakes the car (public); with 310, its own error response comes first. Token requests do not involve the car.
 */
export const limits = {
  /** A token pair is a few hundred bytes. */
  token: { deadlineMs: 30_000, maxBytes: 64 * kilobyte },
  /** The same for what can be used once: a code, and for a minute more a refresh token, whose pair may come so late. */
  grant: { deadlineMs: 60_000, maxBytes: 64 * kilobyte },
  /** A capacity: a few kilobytes, held in memory as one text. */
  data: { deadlineMs: 310_000, maxBytes: 8 * megabyte },
  /** The same for data that the service has stored, such as a page of vehicles: a longer request hangs. */
  stored: { deadlineMs: 30_000, maxBytes: 8 * megabyte },
  /** Two million records of some 250 bytes; read as a stream, so the limit only guards against an endless body. */
  records: { deadlineMs: 310_000, maxBytes: 512 * megabyte },
  /** How much of an error's body is read before the rest is abandoned. */
  errorBytes: 64 * kilobyte,
} as const;
