import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../service/errors.ts';
import type { Localization } from './session-errors.ts';
import type { RedirectListener, RedirectVerdict } from './redirect-listener.ts';
import { unlessAborted } from './unless-aborted.ts';
import { pageHeaders, renderPage } from './result-page.ts';

/** Free ports to try until one is free for IPv4 and IPv6 alike. */
const freePortAttempts = 5;

/** After this, connections that a browser holds open are cut. */
const lingerMs = 1_000;

/** See `OpenRedirectListener`. */
export async function openLoopbackListener(
  redirectUri: string,
  judge: (url: URL) => RedirectVerdict,
  l10n: Localization,
): Promise<RedirectListener> {
  const target = parseLoopback(redirectUri, l10n);
  const servers = await bind(target, l10n);
  return new LoopbackListener(target, servers, judge);
}

interface Target {
  readonly uri: string;
  readonly path: string;
  /** 0: any free one. */
  readonly port: number;
  /** Addresses to bind: a browser may take `localhost` for either. */
  readonly addresses: readonly string[];
}

class LoopbackListener implements RedirectListener {
  readonly redirectUri: string;
  readonly #servers: readonly Server[];
  readonly #hosts: ReadonlySet<string>;
  readonly #path: string;
  readonly #judge: (url: URL) => RedirectVerdict;
  readonly #taken = Promise.withResolvers<URL>();
  #isTaken = false;
  #ignored = 0;

  constructor(target: Target, servers: readonly Server[], judge: (url: URL) => RedirectVerdict) {
    this.#servers = servers;
    this.#judge = judge;
    this.#path = target.path;
    const port = portOf(servers[0]);
    // To the letter as configured, but for the port: the service compares strings.
    this.redirectUri = target.port === 0 ? withPort(target.uri, port) : target.uri;
    this.#hosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`)));
    for (const server of servers) server.on('request', (request, response) => this.#answer(request, response));
  }

  get ignored(): number {
    return this.#ignored;
  }

  next(signal: AbortSignal): Promise<URL> {
    return unlessAborted(this.#taken.promise, signal);
  }

  dispose(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), lingerMs).unref();
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // A page elsewhere can point its own host name at this machine; it can't change the Host header.
    if (!this.#hosts.has(request.headers.host ?? '')) return refuse(response, 421);
    const url = parseTarget(request.url, this.redirectUri);
    if (url?.pathname !== this.#path) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405, { Allow: 'GET' });
    if (this.#isTaken) return refuse(response, 410);
    const { isTaken, page } = this.#judge(url);
    if (isTaken) {
      this.#isTaken = true;
      // The port closes once the wait ends, so the page goes out first.
      response.once('close', () => this.#taken.resolve(url));
    } else {
      this.#ignored += 1;
    }
    response.writeHead(isTaken ? 200 : 400, pageHeaders).end(renderPage(page));
  }
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/plain', ...headers }).end();
}

function parseTarget(target: string | undefined, base: string): URL | undefined {
  // Relative only: an absolute form or `//host/…` would bring a host of its own.
  return target && /^\/(?!\/)/.test(target) ? (URL.parse(target, base) ?? undefined) : undefined;
}

function parseLoopback(redirectUri: string, l10n: Localization): Target {
  const url = URL.parse(redirectUri);
  const families: Record<string, readonly string[]> = {
    localhost: ['127.0.0.1', '::1'],
    '127.0.0.1': ['127.0.0.1'],
    '[::1]': ['::1'],
  };
  const addresses = url?.protocol === 'http:' ? families[url.hostname] : undefined;
  if (!url || !addresses) {
    throw new ServiceError(l10n.t('The redirect URI "{0}" does not lead to this machine.', redirectUri), {
      kind: 'input',
      turn: 'developer',
      nextStep: l10n.t('Register http://localhost:PORT/callback with the application and set it as the redirect URI.'),
      sent: false,
    });
  }
  const port = url.port === '' ? 80 : Number(url.port);
  return { uri: redirectUri, path: url.pathname, port, addresses };
}

async function bind(target: Target, l10n: Localization): Promise<readonly Server[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bindAll(target);
    } catch (error) {
      const isTaken = codeOf(error) === 'EADDRINUSE';
      if (isTaken && target.port === 0 && attempt < freePortAttempts) continue;
      throw unavailable(target, isTaken, error, l10n);
    }
  }
}

/** One server for each address, all on one port. A machine without IPv6 does with one. */
async function bindAll(target: Target): Promise<readonly Server[]> {
  const servers: Server[] = [];
  try {
    for (const address of target.addresses) {
      const port = servers.length > 0 ? portOf(servers[0]) : target.port;
      try {
        servers.push(await listen(address, port));
      } catch (error) {
        const isAbsent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '');
        if (!isAbsent || address !== '::1' || target.addresses.length === 1) throw error;
      }
    }
    return servers;
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

function listen(host: string, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 16_384 });
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, () => resolve(server));
  return promise;
}

function portOf(server: Server | undefined): number {
  return (server?.address() as AddressInfo).port;
}

function withPort(uri: string, port: number): string {
  return uri.replace(/:0(?=[/?#]|$)/, `:${port}`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function unavailable(target: Target, isTaken: boolean, cause: unknown, l10n: Localization): ServiceError {
  const message = isTaken
    ? l10n.t('Port {0}, where the browser is to come back ({1}), is used by another program.', target.port, target.uri)
    : l10n.t('Port {0} can not be opened for the browser to come back ({1}).', target.port, target.uri);
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: l10n.t(
      'End the program that uses the port, or register another redirect URI with the application and set it in the settings.',
    ),
    sent: false,
    cause,
  });
}
