import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import * as tls from 'node:tls';
import { parseUrl, withResolvers } from '../../common/missing-in-node-20.ts';
import type { NetworkRoute } from '../model/network-route.ts';

/** The proxy did not open a connection, so nothing of the request was sent. */
export class TunnelFailure extends Error {
  override readonly name = 'TunnelFailure';
  /** The status that the proxy answered, if it did. */
  readonly proxyStatus: number | undefined;

  constructor(message: string, details: { readonly proxyStatus?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.proxyStatus = details.proxyStatus;
  }
}

/** Anything longer is not an answer to CONNECT. */
const longestHead = 16 * 1024;

/** Opens a connection to `host:port` through the proxy. Rejects with TunnelFailure, also when the signal aborts. */
export async function openTunnel(
  { proxy = '', proxyAuthorization, ca }: Omit<NetworkRoute, 'certificates'> & { readonly ca?: string[] | undefined },
  { host, port }: { readonly host: string; readonly port: number },
  signal?: AbortSignal | null,
): Promise<Socket> {
  const url = parseUrl(proxy);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new TunnelFailure('not an HTTP proxy');
  const socket = connectProxy(url, ca);
  try {
    const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const authorization = credentialsOf(url) ?? proxyAuthorization;
    const lines = [
      `CONNECT ${authority} HTTP/1.1`,
      `Host: ${authority}`,
      ...(authorization === undefined ? [] : [`Proxy-Authorization: ${authorization}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const head = await readHead(socket, signal);
    const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(head) ?? [];
    if (status === undefined) throw new TunnelFailure('not an answer to CONNECT');
    if (!status.startsWith('2')) throw new TunnelFailure('refused', { proxyStatus: Number(status) });
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error instanceof TunnelFailure ? error : new TunnelFailure('not opened', { cause: error });
  }
}

function connectProxy(url: URL, ca: string[] | undefined): Socket {
  const host = withoutBrackets(url.hostname);
  if (url.protocol === 'http:') return connectTcp({ host, port: Number(url.port || 80) });
  return connectTls({ host, port: Number(url.port || 443), ca, ...serverName(host) });
}

function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** Unchanged if the text is not valid percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves with the lines before the first empty one. Nothing follows them, because in TLS the client speaks first. */
function readHead(socket: Socket, signal: AbortSignal | null | undefined): Promise<string> {
  const head = withResolvers<string>();
  let read = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\r\n\r\n');
    if (end < 0) return read.length > longestHead ? head.reject(new Error('endless answer')) : undefined;
    socket.pause();
    head.resolve(read.subarray(0, end).toString('latin1'));
  };
  const onEnd = () => head.reject(new Error('closed'));
  const onAbort = () => head.reject(signal?.reason as Error);
  socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', head.reject);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  return head.promise.finally(() => {
    socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', head.reject);
    signal?.removeEventListener('abort', onAbort);
  });
}

/** TLS does not accept an IP address as a server name. */
export function serverName(host: string): { readonly servername?: string } {
  return isIP(host) ? {} : { servername: host };
}

export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The authorities of a route and those that Node trusts by default: a list given to Node replaces its default. */
export function trustedAuthorities({ certificates = [] }: NetworkRoute): string[] {
  // VS Code's Node has this function since 1.105; an older one lists only the authorities bundled with it.
  // eslint-disable-next-line n/no-unsupported-features/node-builtins -- so it is asked for
  const own = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;
  return [...own, ...certificates];
}
