import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { requestAddress } from './addresses.ts';
import { ServiceError } from '../model/errors.ts';
import { cancelled, Exchange } from './exchange.ts';
import { requestIdOf } from './response-errors.ts';
import type { StreamedResponse, TextResponse, TransportOptions, TransportRequest } from './messages.ts';
import type { Decision } from '../model/request-report.ts';

/** The characters that an HTTP header value can contain. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The only code that sends requests. Never follows a redirect (which would leak the refresh token in the body),
 * enforces a deadline and a size limit, and rejects invalid UTF-8. Any HTTP status counts as a response, not a failure;
 * failures are ServiceError. Only a GET whose connection was closed before a response is sent once more: of anything
 * else, only the caller knows whether that is safe.
 */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<TextResponse> {
    const { exchange, response } = await this.#open(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of exchange.body()) chunks.push(chunk);
    return {
      status: response.status,
      headers: response.headers,
      text: decode(Buffer.concat(chunks), response),
      receivedAt: now(),
    };
  }

  async stream(request: TransportRequest): Promise<StreamedResponse> {
    const { exchange, response } = await this.#open(request);
    const { status, headers } = response;
    return { status, headers, body: exchange.body(), receivedAt: now() };
  }

  /** Lets callers of the transport report what they did about a response. */
  reportDecision(decision: Decision): void {
    try {
      this.#options.onDecision?.(decision);
    } catch {
      // As with reports: a failing listener must not affect the caller.
    }
  }

  async #open(request: TransportRequest): Promise<{ exchange: Exchange; response: Response }> {
    const url = requestAddress(request.url);
    const headers = { accept: 'application/json', 'user-agent': this.#options.userAgent, ...request.headers };
    // fetch would refuse too, but its message would contain the value.
    for (const [name, value] of Object.entries(headers)) if (!headerValue.test(value)) throw unsendable(name);
    if (request.signal?.aborted) throw cancelled(false);
    for (let isLast = request.method !== 'GET'; ; isLast = true) {
      const exchange = new Exchange(request, url, headers, this.#options);
      try {
        return { exchange, response: await exchange.open() };
      } catch (error) {
        if (isLast || !exchange.isDropped) throw error;
      }
    }
  }
}

/** Keeps a byte order mark, so that JSON.parse refuses it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, { ok, status, headers }: Response): string {
  try {
    return utf8.decode(bytes);
  } catch {
    if (!ok) return '';
    throw new ServiceError(t('The API’s response is not UTF-8 text.'), {
      kind: 'not-json',
      turn: 'retry',
      nextStep: t('Try again. If it persists, check whether a proxy alters responses.'),
      status,
      requestId: requestIdOf(headers),
      sent: true,
    });
  }
}

function unsendable(header: string): ServiceError {
  return new ServiceError(t('The header {0} contains characters that HTTP does not allow.', header), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Check the client ID and client secret for stray characters.'),
    sent: false,
  });
}
