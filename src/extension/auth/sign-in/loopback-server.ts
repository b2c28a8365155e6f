import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { listenOnLoopback, portOf } from '../../../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../../../common/missing-in-node-20.ts';
import { t } from '../../../common/translate.ts';
import { RedirectRelay, wantsPort } from './redirect-relay.ts';
import { pageHeaders, renderPage, type RedirectResult, type RedirectVerdict, type ResultPage } from './result-page.ts';

/** After this, connections that a browser keeps open are closed. */
const closingMs = 1_000;

/** Receives the redirects that arrive at a port. */
export type Receive = (url: URL) => RedirectResult;

/** A port of this machine that serves any number of waits; `receive` decides which one a redirect belongs to. */
export class LoopbackServer {
  readonly port: number;
  readonly #servers: readonly Server[];
  readonly #hosts: ReadonlySet<string>;
  readonly #origin: string;
  readonly #receive: Receive;
  readonly #relay = new RedirectRelay();
  #giveWay: (() => Promise<boolean>) | undefined;
  /** The page that was shown for each used redirect, by its key. */
  readonly #used = new Map<string, RedirectVerdict['page']>();

  private constructor(hostname: string, servers: readonly Server[], receive: Receive) {
    this.#servers = servers;
    this.#receive = receive;
    this.port = portOf(servers);
    this.#origin = `http://${hostname}:${this.port}`;
    const names = ['localhost', '127.0.0.1', '[::1]'];
    this.#hosts = new Set(names.map((name) => (this.port === 80 ? name : `${name}:${this.port}`)));
    for (const server of servers) server.on('request', (request, response) => this.#answer(request, response));
  }

  /**
   * Rejects as `net.Server` does, with `EADDRINUSE` if another program has the port.
   *
   * @param addresses to bind, all on one port: a browser may resolve `localhost` to either family
   * @param port 0 for any free one
   */
  static async open(
    { hostname, addresses, port }: { hostname: string; addresses: readonly string[]; port: number },
    receive: Receive,
  ): Promise<LoopbackServer> {
    const create = () => createServer({ requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 16_384 });
    return new LoopbackServer(hostname, await listenOnLoopback(create, port, addresses), receive);
  }

  /** Whether a redirect has been used, so that the browser may request its page again. */
  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  /**
   * From now on, only shows the same pages again, and no longer keeps the process running.
   *
   * @param giveWay closes the port for another window that needs it; false if it is in use again
   */
  linger(giveWay: () => Promise<boolean>): void {
    for (const server of this.#servers) server.unref();
    this.#giveWay = giveWay;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), closingMs).unref();
    }
    this.#relay.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // A web page can make its own host name resolve to this machine, but it can't change the Host header.
    if (!this.#hosts.has(request.headers.host ?? '')) return refuse(response, 421);
    const url = parseTarget(request.url, this.#origin);
    if (!url) return refuse(response, 404);
    if (this.#relay.admit(request, url, response)) return;
    if (this.#giveWay && wantsPort(request, url)) {
      void this.#giveWay().then((isFree) => response.writeHead(isFree ? 204 : 409, { Connection: 'close' }).end());
      return;
    }
    // A redirect is always a GET request; other methods must not even be evaluated.
    if (request.method !== 'GET') return refuse(response, 405, { Allow: 'GET' });
    if (isSpeculative(request.headers)) return void show(response, 503, speculativePage());
    const key = keyOf(url);
    const shown = this.#used.get(key);
    if (shown) return void show(response, 200, shown);
    const reception = this.#relay.handOver(url) ? { isTaken: true, page: relayedPage() } : this.#receive(url);
    if (reception === 'unknown') return refuse(response, 404);
    const { isTaken, page } = reception;
    if (isTaken) this.#used.set(key, page);
    void show(response, isTaken ? 200 : 400, page);
  }
}

/** Identifies a redirect by its `state`, or by the whole query if it has none. Hashed, because it holds a code. */
function keyOf({ pathname, search, searchParams }: URL): string {
  const parts = JSON.stringify([pathname, searchParams.get('state') ?? search]);
  return createHash('sha256').update(parts).digest('base64url');
}

/** With its status, a browser discards a prefetched page, and requests it again when the user opens it. */
function speculativePage(): ResultPage {
  return { tone: 'ignored', title: t('Reload this page'), text: t('Or copy its URL and paste it into VS Code.') };
}

/** Says nothing about the result: only the other window may read the redirect. */
function relayedPage(): ResultPage {
  return { tone: 'success', title: t('Continue in VS Code'), text: t('You can close this page.') };
}

async function show(response: ServerResponse, status: number, page: RedirectVerdict['page']): Promise<void> {
  response.writeHead(status, pageHeaders).end(renderPage(await page));
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/plain', ...headers }).end();
}

function parseTarget(target: string | undefined, origin: string): URL | undefined {
  // Relative only: an absolute URL or `//host/…` would replace the host.
  return target && /^\/(?!\/)/.test(target) ? (parseUrl(target, origin) ?? undefined) : undefined;
}

/** Headers, with any value, of requests for a page that the user has not opened yet. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Programs that fetch an address from a message to show a preview of it. */
const previewers =
  /(?<!cu)bots?\b|externalhit|preview|unfurl|embedly|whatsapp|slack-|pinterest|vkshare|snapchat|mastodon|crawler|spider/i;

/**
 * Whether a request was not made by the user: a browser that prefetches or prerenders, or a program that makes a
 * preview. A redirect can be used only once, and must be left to the user.
 */
function isSpeculative(headers: IncomingHttpHeaders): boolean {
  if (purposeHeaders.some((name) => headers[name])) return true;
  return previewers.test(headers['user-agent'] ?? '');
}
