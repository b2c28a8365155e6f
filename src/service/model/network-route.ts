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

/** Host and port of a proxy, without credentials. */
export function proxyName(proxy: string | undefined): string | undefined {
  return proxy === undefined ? undefined : parseUrl(proxy)?.host;
}
