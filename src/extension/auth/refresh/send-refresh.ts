import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { ServiceError } from '../../../service/model/errors.ts';
import { networkFailure, neverConnected } from '../../../service/http/network-failures.ts';
import { trustedAuthorities } from '../../../service/http/trusted-authorities.ts';
import { namedProxy, type NetworkRoute, proxyAddress } from '../../../service/model/network-route.ts';
import { timeLimit } from '../../../common/abort-with.ts';

/**
 * Resolves if anything responds at the token endpoint's origin. Sends no secret. Rejects with ServiceError, with `sent`
 * false if it is certain that nothing can be sent there.
 */
export async function reachService(
  fetchImpl: typeof fetch,
  authUrl: string,
  deadlineMs: number,
  route?: NetworkRoute,
): Promise<void> {
  const url = new URL('/', authUrl);
  const signal = timeLimit(deadlineMs);
  try {
    const response = await fetchImpl(url, { method: 'HEAD', redirect: 'manual', signal });
    await response.body?.cancel();
  } catch (error) {
    throw networkFailure(error, { url, secrets: [], proxy: namedProxy(route ?? {}) });
  }
}

/** Like {@link reachService}, but tells a proxy that does not respond from a service that does not. */
export async function reachCertainly(
  fetchImpl: typeof fetch,
  authUrl: string,
  deadlineMs: number,
  route: NetworkRoute = {},
): Promise<void> {
  try {
    await reachService(fetchImpl, authUrl, deadlineMs, route);
  } catch (error) {
    if (error instanceof ServiceError && error.sent) await reachThroughProxy(route, authUrl, deadlineMs);
    throw error;
  }
}

/**
 * Resolves if the proxy of the route, if there is one, opens connections to the token endpoint. Rejects with
 * ServiceError if it does not. A proxy that asks for credentials is no failure: it may get them from VS Code.
 */
export async function reachThroughProxy(route: NetworkRoute, authUrl: string, deadlineMs: number): Promise<void> {
  if (route.proxy === undefined) return;
  const url = new URL('/', authUrl);
  try {
    const status = await statusOfConnect(route, `${url.hostname}:${url.port || 443}`, deadlineMs);
    // In undici's words, which the window's `fetch` has too.
    if (status !== 200 && status !== 407) throw new Error(`Proxy response (${status})`);
  } catch (error) {
    throw networkFailure(neverConnected(error), { url, secrets: [], proxy: namedProxy(route) });
  }
}

/** By Node, because VS Code's `fetch` doesn't tell whether its proxy answers. */
async function statusOfConnect(route: NetworkRoute, path: string, deadlineMs: number): Promise<number> {
  const { url, authorization } = proxyAddress(route);
  const headers = { host: path, ...(authorization !== undefined && { 'proxy-authorization': authorization }) };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
    ...{ method: 'CONNECT', host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, path, headers },
    ...{
      agent: false,
      signal: timeLimit(deadlineMs),
      ca: trustedAuthorities(route.certificates ?? []),
    },
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [IncomingMessage, Socket];
  socket.destroy();
  return response.statusCode ?? 0;
}
