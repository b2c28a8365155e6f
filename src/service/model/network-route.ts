import { parseUrl } from '../../common/missing-in-node-20.ts';

/**
 * How an origin is reached. Plain data, so that it can be passed to another process; may contain a proxy's password.
 */
export interface NetworkRoute {
  /** Such as `http://user:password@proxy.example:8080`; undefined if the origin is reached directly. */
  readonly proxy?: string | undefined;
  /** Value of `Proxy-Authorization`, if the address has no user name. */
  readonly proxyAuthorization?: string | undefined;
  /** Certificate authorities to trust in addition to those of Node, as PEM. */
  readonly certificates?: readonly string[] | undefined;
}

/** What a failure may say about a proxy. */
export interface NamedProxy {
  /** Host and port, without credentials. */
  readonly name: string;
  readonly hasCredentials: boolean;
}

export function namedProxy({ proxy, proxyAuthorization }: NetworkRoute): NamedProxy | undefined {
  const url = proxy === undefined ? undefined : parseUrl(proxy);
  return url ? { name: url.host, hasCredentials: url.username !== '' || proxyAuthorization !== undefined } : undefined;
}
