import { parseUrl } from '../../common/missing-in-node-20.ts';

/** How an origin is reached. Plain data, so that another process can be told; may hold the password of a proxy. */
export interface NetworkRoute {
  /** Such as `http://user:password@proxy.example:8080`; undefined where the origin is reached directly. */
  readonly proxy?: string | undefined;
  /** `Proxy-Authorization`, where the address has no user name. */
  readonly proxyAuthorization?: string | undefined;
  /** Authorities that are trusted beside those of Node, as PEM. */
  readonly certificates?: readonly string[] | undefined;
}

/** Host and port of a proxy, without credentials. */
export function proxyName(proxy: string | undefined): string | undefined {
  return proxy === undefined ? undefined : parseUrl(proxy)?.host;
}
