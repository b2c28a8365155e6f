import { ServiceError } from '../../../service/model/errors.ts';
import { networkFailure } from '../../../service/http/network-failures.ts';
import { openTunnel, trustedAuthorities, TunnelFailure } from '../../../service/http/tunnel.ts';
import { type NetworkRoute, namedProxy } from '../../../service/model/network-route.ts';

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
  const signal = AbortSignal.timeout(Math.ceil(deadlineMs));
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
  const ca = trustedAuthorities(route);
  try {
    const target = { host: url.hostname, port: Number(url.port || 443) };
    (await openTunnel({ ...route, ca }, target, AbortSignal.timeout(Math.ceil(deadlineMs)))).destroy();
  } catch (error) {
    if (error instanceof TunnelFailure && error.proxyStatus === 407) return;
    throw networkFailure(error, { url, secrets: [], proxy: namedProxy(route) });
  }
}
