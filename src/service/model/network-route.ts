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
  /** Without `proxy`: the environment variables decide, as they do for Node's own `fetch` where it heeds them. */
  readonly variables?: ProxyVariables | undefined;
}

export interface ProxyVariables {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

export function proxyVariables(env: NodeJS.ProcessEnv): ProxyVariables {
  const valueOf = (name: string) => env[name] ?? env[name.toUpperCase()] ?? '';
  return { httpProxy: valueOf('http_proxy'), httpsProxy: valueOf('https_proxy'), noProxy: valueOf('no_proxy') };
}

/** What a failure may say about a proxy. */
export interface NamedProxy {
  /** Host and port, without credentials. */
  readonly name: string;
  readonly hasCredentials: boolean;
  /** Its credentials have a character that ends the host of a URL. */
  readonly isUnencoded?: boolean;
}

export function namedProxy({ proxy = '', proxyAuthorization }: NetworkRoute): NamedProxy | undefined {
  if (unencoded.test(proxy)) {
    return { name: proxy.replace(/^.*@|\/.*$/gs, ''), hasCredentials: true, isUnencoded: true };
  }
  const url = parseUrl(proxy);
  return url ? { name: url.host, hasCredentials: url.username !== '' || proxyAuthorization !== undefined } : undefined;
}

const unencoded = /^\w+:\/\/[^@/?#]*[/?#][^@]*@[^@/]+\/?$/;

/** A proxy's address without credentials, and these as the value of `Proxy-Authorization`. Throws if it is no URL. */
export function proxyAddress({ proxy = '', proxyAuthorization }: NetworkRoute): {
  readonly url: URL;
  readonly authorization: string | undefined;
} {
  const url = new URL(proxy);
  const { username, password } = url;
  if (username === '') return { url, authorization: proxyAuthorization };
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { url, authorization: `Basic ${credentials.toString('base64')}` };
}

/** Unchanged if the text is not valid percent-encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
