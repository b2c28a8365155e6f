import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { openTunnel, serverName, trustedAuthorities, withoutBrackets } from './tunnel.ts';
import type { NetworkRoute } from '../model/network-route.ts';

/**
 * `fetch` over a given route, for a process without VS Code. Node's own accepts neither a proxy nor certificate
 * authorities, and the package that would add this (undici) is half a megabyte. Supports only what the transport needs:
 * text bodies, no redirects, one connection each.
 */
export function routedFetch(route: NetworkRoute): typeof fetch {
  if (route.proxy === undefined && !route.certificates?.length) return (...request) => fetch(...request);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // Only https leaves this machine.
    if (url.protocol !== 'https:') return fetch(input, init);
    const { method = 'GET', headers, body, signal } = init;
    const host = withoutBrackets(url.hostname);
    const port = Number(url.port || 443);
    const ca = trustedAuthorities(route);
    const tunnel = route.proxy === undefined ? undefined : await openTunnel({ ...route, ca }, { host, port }, signal);
    const request = requestHttps(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal && { signal }),
      createConnection: () => connect({ host, port, ca, ...serverName(host), ...(tunnel && { socket: tunnel }) }),
    });
    request.on('close', () => tunnel?.destroy());
    // Later errors surface through the response.
    request.on('error', () => undefined);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return asResponse(response);
  };
}

const withoutBody = new Set([204, 205, 304]);

function asResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = message;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  if (withoutBody.has(status)) return new Response(null, { status, headers });
  const body = Readable.toWeb(decoded(message, headers.get('content-encoding')));
  return new Response(body as ReadableStream<Uint8Array>, { status, headers });
}

/** A proxy may compress a response even if nobody requested it. */
function decoded(message: IncomingMessage, encoding: string | null): Readable {
  const decoder = decoders[encoding?.trim().toLowerCase() ?? '']?.();
  if (!decoder) return message;
  message.on('error', (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
