import { DecoratorHandler, type Dispatcher, EnvHttpProxyAgent, fetch as fetchBy, Pool } from 'undici';
import { loopbackNames } from '../../common/loopback/loopback-listeners.ts';
import { decoded, type NetworkRoute, proxyAddress } from '../model/network-route.ts';
import { neverConnected } from './network-failures.ts';
import { trustedAuthorities } from './trusted-authorities.ts';

/** What sends requests over a route; whatever that says, none to this machine goes to a proxy. Throws if it can't. */
export function dispatcherOf(route: NetworkRoute, kept: Pool.Options = {}): Dispatcher {
  const { proxy, certificates, variables } = route;
  // Whoever sends has a deadline, and undici's own for connecting may be shorter.
  const tls = { timeout: 0, ...(certificates?.length && { ca: trustedAuthorities(certificates) }) };
  const { url, authorization: token } = proxy === undefined ? {} : proxyAddress(route);
  const uri = url?.href ?? '';
  const { httpProxy = uri, httpsProxy = uri, noProxy = '' } = proxy === undefined ? (variables ?? {}) : {};
  return new EnvHttpProxyAgent({
    ...kept,
    connect: tls,
    requestTls: tls,
    // With it, undici would speak TLS to a SOCKS proxy.
    ...(!uri.startsWith('socks') && { proxyTls: tls }),
    ...(token !== undefined && { token }),
    clientFactory: (origin, options) => new ProxyConnections(origin, options),
    httpProxy: httpProxy && withEncodedCredentials(new URL(httpProxy)),
    httpsProxy: httpsProxy && withEncodedCredentials(new URL(httpsProxy)),
    noProxy: noProxy === '*' ? noProxy : [noProxy, ...loopbackNames].join(),
  });
}

/** `fetch` over a route, for a process without VS Code. */
export function fetchOver(route: NetworkRoute): typeof fetch {
  let dispatcher: Dispatcher | undefined;
  return async (input, init) => {
    let isSent = false;
    try {
      dispatcher ??= dispatcherOf(route);
      const noting = dispatcher.compose((dispatch) => (options, handler) => {
        const noted: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
        const start = noted.onRequestStart?.bind(noted);
        // Called once the connection is open.
        noted.onRequestStart = (...given) => {
          isSent = true;
          start?.(...given);
        };
        return dispatch(options, noted);
      });
      return await fetchBy(input as string, { ...(init as object), dispatcher: noting });
    } catch (error) {
      throw isSent ? error : neverConnected(error);
    }
  };
}

/** Hides the code of a closed connection, at which undici 7 would ask the proxy again without end. */
class ProxyConnections extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: Dispatcher.ConnectOptions, callback: never): void;
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    return super.connect(options).catch((error: unknown) => Promise.reject(neverConnected(error)));
  }
}

/** undici takes only credentials that can be decoded. */
function withEncodedCredentials(url: URL): string {
  url.username = encodeURIComponent(decoded(url.username));
  url.password = encodeURIComponent(decoded(url.password));
  return url.href;
}
