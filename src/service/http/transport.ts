import type { Clock } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { requestAddress } from './addresses.ts';
import { ServiceError } from '../model/errors.ts';
import { cancelled } from './exchange-failures.ts';
import { Exchange } from './exchange.ts';

/** Which endpoint a request is for; names it in the journal and in messages. */
export type Operation =
  | 'exchange-code'
  | 'refresh-tokens'
  | 'user'
  | 'vehicles'
  | 'vehicle'
  | 'permissions'
  | 'disconnect'
  | 'nominal-capacity'
  | 'charge-records';

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

/** What a request is part of. The transport only passes it on to the report. */
export interface RequestContext {
  /** One object for all requests that serve one call of the client, such as a second one with a newer token. */
  readonly call: object;
  /** Counts the requests of the call from 1. */
  readonly attempt: number;
  /** Where the same data can be asked for again. Absent where no session stands behind the request. */
  readonly source?: RequestSource | undefined;
}

/** A data request without its token. */
export interface RequestSource {
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
  /** The same was sent again. */
  | 'retried'
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

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the status is an error and the body is not UTF-8: then the status alone speaks. */
  readonly text: string;
  /** When the last byte was here, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface StreamedAnswer {
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
  /** Told of every request that left, once it ended. What it throws is ignored. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
  /** Told what became of a call, after the request that it is about. What it throws is ignored. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/** What an HTTP header value can carry. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The one way out. Never follows a redirect (a followed one leaks the refresh token in the body), keeps a deadline and
 * a byte cap, decodes UTF-8 fatally. An HTTP status is an answer here, not a failure; failures are ServiceError.
 * Nothing is sent a second time: whether that is safe, only the caller knows.
 */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<Answer> {
    const { exchange, response } = await this.#open(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of exchange.body()) chunks.push(chunk);
    return {
      status: response.status,
      headers: response.headers,
      text: decode(Buffer.concat(chunks), response),
      receivedAt: this.#options.clock.now(),
    };
  }

  async stream(request: TransportRequest): Promise<StreamedAnswer> {
    const { exchange, response } = await this.#open(request);
    const { status, headers } = response;
    return { status, headers, body: exchange.body(), receivedAt: this.#options.clock.now() };
  }

  /** For those who use the transport to say what they did about an answer. */
  decided(decision: Decision): void {
    try {
      this.#options.onDecision?.(decision);
    } catch {
      // As with reports: who listens must not cost the caller anything.
    }
  }

  async #open(request: TransportRequest): Promise<{ exchange: Exchange; response: Response }> {
    const url = requestAddress(request.url);
    const headers = { accept: 'application/json', 'user-agent': this.#options.userAgent, ...request.headers };
    // fetch would refuse too, but with the value in its message.
    for (const [name, value] of Object.entries(headers)) if (!headerValue.test(value)) throw unsendable(name);
    if (request.signal?.aborted) throw cancelled(false);
    const exchange = new Exchange(request, url, headers, this.#options);
    return { exchange, response: await exchange.open() };
  }
}

/** A byte order mark is kept, for JSON.parse to refuse. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, { ok, status, headers }: Response): string {
  try {
    return utf8.decode(bytes);
  } catch {
    if (!ok) return '';
    throw new ServiceError(t('The service answered with bytes that are not UTF-8 text.'), {
      kind: 'not-json',
      turn: 'retry',
      nextStep: t('Try again; if it stays, a proxy between this machine and the service may change the answers.'),
      status,
      requestId: headers.get('sc-request-id') ?? undefined,
      sent: true,
    });
  }
}

function unsendable(header: string): ServiceError {
  return new ServiceError(t('The value for the header {0} holds characters that HTTP can’t carry.', header), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Check the client id and secret for stray characters; connect again if it is the access token.'),
    sent: false,
  });
}
