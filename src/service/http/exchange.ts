import { now } from '../../common/clock.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { unlessAborted } from '../../common/abort-with.ts';
import { ServiceError, type ServiceErrorDetails } from '../model/errors.ts';
import { checkingProxy, type FailedRequest, isDropped, networkFailure } from './network-failures.ts';
import { requestIdOf } from './response-errors.ts';
import type { NamedProxy } from '../model/network-route.ts';
import type { TransportOptions, TransportRequest } from './messages.ts';
import type { RequestReport } from '../model/request-report.ts';
import { t } from '../../common/translate.ts';

/** How much of a body is kept for the report: some hundred charge records, enough to compare two responses. */
const reportedBytes = 256 * 1024;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * One request, from the call to the last byte: enforces the deadline and the size limit, observes the caller's signal,
 * and reports exactly once, however it ends.
 */
export class Exchange {
  /** Set if it failed because its connection was closed before anything of a response came. */
  isDropped = false;
  readonly #request: TransportRequest;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: TransportOptions;
  readonly #startedAt = now();
  readonly #controller = new AbortController();
  readonly #deadline: NodeJS.Timeout;
  #proxy: NamedProxy | undefined;
  #response: Response | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #bytes = 0;
  /** Copies of the first chunks, so that a small report does not keep a large buffer alive. */
  readonly #beginning: Uint8Array[] = [];
  #beginningBytes = 0;
  #ended = false;
  #failure: ServiceError | undefined;

  constructor(
    request: TransportRequest,
    url: URL,
    headers: Readonly<Record<string, string>>,
    options: TransportOptions,
  ) {
    this.#request = request;
    this.#url = url;
    this.#headers = headers;
    this.#options = options;
    this.#deadline = setTimeout(() => this.#end(timedOut(this.#soFar(), request.deadlineMs)), request.deadlineMs);
    request.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Sends the request, and resolves with the response once its headers are here. Rejects with ServiceError. */
  async open(): Promise<Response> {
    const { method, body } = this.#request;
    // Beside the request, because nothing waits for it once the deadline has passed.
    const proxyFound = this.#findProxy();
    try {
      const signal = this.#controller.signal;
      // 'manual' instead of 'error', so that the failure can say what happened. Neither follows redirects.
      const init = { method, headers: this.#headers, body: body ?? null, redirect: 'manual', signal } as const;
      this.#response = await this.#options.fetch(this.#url.href, init);
    } catch (error) {
      await proxyFound;
      throw this.#fail(() => {
        this.isDropped = isDropped(error);
        return networkFailure(error, this.#soFar());
      });
    }
    const response = this.#response;
    if (this.#leadsElsewhere(response)) {
      throw this.#fail(() => redirectRefused(this.#soFar(), response.headers.get('location')));
    }
    return response;
  }

  /** Decoded bytes of the response, once. Leaving the iteration early releases the connection. */
  body(): AsyncIterableIterator<Uint8Array> {
    this.#reader = this.#response?.body?.getReader();
    const chunks: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => chunks,
      next: () => this.#next(),
      return: () => {
        this.#end(abandoned(this.#soFar()));
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return chunks;
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#throwIfFailed();
    if (this.#ended) return { done: true, value: undefined };
    let chunk: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>> | undefined;
    try {
      chunk = await this.#reader?.read();
    } catch (error) {
      throw this.#fail(() => networkFailure(error, this.#soFar()));
    }
    // The deadline and the signal end a pending read by cancelling the reader.
    this.#throwIfFailed();
    if (chunk?.value === undefined) {
      this.#end();
      return { done: true, value: undefined };
    }
    this.#keepBeginning(chunk.value);
    this.#bytes += chunk.value.byteLength;
    if (this.#bytes > this.#request.maxBytes) throw this.#fail(() => tooLarge(this.#soFar(), this.#request.maxBytes));
    return { done: false, value: chunk.value };
  }

  #keepBeginning(chunk: Uint8Array): void {
    if (this.#beginningBytes >= reportedBytes) return;
    const kept = chunk.slice(0, reportedBytes - this.#beginningBytes);
    this.#beginning.push(kept);
    this.#beginningBytes += kept.byteLength;
  }

  #responseBody(): RequestReport['responseBody'] {
    if (this.#bytes === 0) return undefined;
    const isCut = this.#bytes > this.#beginningBytes;
    // With `stream`, a character cut in two at the end is left out.
    return { text: new TextDecoder().decode(Buffer.concat(this.#beginning), { stream: isCut }), isCut };
  }

  /** Ends with a failure, unless an earlier one (the deadline, the signal) has already ended it. */
  #fail(failure: () => ServiceError): ServiceError {
    if (this.#failure) return this.#failure;
    const own = failure();
    this.#end(own);
    return own;
  }

  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  #end(failure?: ServiceError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    clearTimeout(this.#deadline);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    if (failure) {
      this.#controller.abort();
      // If fetch honours the abort, the stream has already been rejected or ended, and cancelling does nothing.
      this.#reader?.cancel().catch(() => undefined);
    }
    this.#report();
  }

  readonly #onAbort = (): void => this.#end(cancelled(true));

  #report(): void {
    const response = this.#response;
    const report: RequestReport = {
      operation: this.#request.operation,
      method: this.#request.method,
      url: this.#url.href,
      requestHeaders: this.#headers,
      requestBody: this.#request.body,
      startedAt: this.#startedAt,
      // The wall clock may be set back while the request runs.
      durationMs: Math.max(0, now() - this.#startedAt),
      status: response?.status,
      responseHeaders: response && Object.fromEntries(response.headers),
      bytes: this.#bytes,
      requestId: this.#requestId(),
      responseBody: this.#responseBody(),
      failure: this.#failure?.message,
      context: this.#request.context,
    };
    try {
      this.#options.onRequest?.(report);
    } catch {
      // A failing journal must not cost the caller a token pair.
    }
  }

  /** Never rejects. */
  async #findProxy(): Promise<void> {
    const { proxyOf } = this.#options;
    if (!proxyOf) return;
    this.#proxy = await unlessAborted(proxyOf(this.#url), this.#controller.signal).catch(() => undefined);
  }

  #leadsElsewhere(response: Response): boolean {
    if (response.type === 'opaqueredirect' || redirectStatuses.has(response.status) || response.redirected) return true;
    return response.url !== '' && parseUrl(response.url)?.origin !== this.#url.origin;
  }

  #soFar(): FailedRequest {
    const { secrets = [] } = this.#request;
    const common = { url: this.#url, secrets };
    // What fails after the headers is not the proxy's.
    if (!this.#response) return { ...common, proxy: this.#proxy };
    return { ...common, status: this.#response.status, requestId: this.#requestId() };
  }

  #requestId(): string | undefined {
    return this.#response && requestIdOf(this.#response.headers);
  }
}

const megabyte = 1024 * 1024;

/** The ways in which this side ends an exchange. Requests that reached the network count as sent. */

function redirectRefused(request: FailedRequest, location: string | null): ServiceError {
  const target = parseUrl(location ?? '', request.url.href);
  const { host, origin } = request.url;
  const message =
    target && target.origin !== origin
      ? t('{0} redirected to {1}. The redirect was not followed.', host, target.origin)
      : t('{0} sent a redirect. It was not followed.', host);
  return ended(request, message, {
    kind: 'redirect',
    turn: 'developer',
    nextStep: t(
      'Check the address in the vehicleData.environments setting, the proxy, and whether the network wants you to sign in.',
    ),
  });
}

function timedOut(request: FailedRequest, deadlineMs: number): ServiceError {
  const { url, proxy } = request;
  const [host, seconds] = [url.host, deadlineMs / 1000];
  const message = proxy
    ? t('No response from {0} came through the proxy {1} within {2} seconds.', host, proxy.name, seconds)
    : t('{0} did not respond completely within {1} seconds.', host, seconds);
  const nextStep = proxy ? checkingProxy(proxy) : t('Try again later.');
  return ended(request, message, { kind: 'timeout', turn: 'retry', nextStep });
}

function tooLarge(request: FailedRequest, maxBytes: number): ServiceError {
  const allowed = maxBytes < megabyte ? `${Math.ceil(maxBytes / 1024)} KB` : `${Math.ceil(maxBytes / megabyte)} MB`;
  return ended(request, t('The response from {0} is larger than {1}.', request.url.host, allowed), {
    kind: 'too-large',
    turn: 'developer',
    nextStep: t('Check the address, or request a shorter date range.'),
  });
}

/** The reader stopped before the end. */
function abandoned(request: FailedRequest): ServiceError {
  return ended(request, t('The rest of the response was not read.'), {
    kind: 'cancelled',
    turn: 'retry',
    nextStep: t('Try again.'),
  });
}

/** The caller aborted its signal; `sent` is false if that was before the request began. */
export function cancelled(sent: boolean): ServiceError {
  return new ServiceError(t('The request was canceled.'), {
    kind: 'cancelled',
    turn: 'retry',
    nextStep: t('Try again.'),
    sent,
  });
}

function ended(
  { status, requestId }: FailedRequest,
  message: string,
  details: Pick<ServiceErrorDetails, 'kind' | 'turn' | 'nextStep'>,
): ServiceError {
  return new ServiceError(message, { ...details, status, requestId, sent: true });
}
