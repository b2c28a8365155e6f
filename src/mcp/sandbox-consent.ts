import { groupBy, parseUrl } from '../common/missing-in-node-20.ts';
import type { ConnectionSummary, SandboxAddresses } from '../sandbox/control/contract.ts';
import type { Fetch } from '../sandbox-client/control-client.ts';
import type { ApiVersion, ServiceEnvironment } from '../service/model/environment.ts';
import { ServiceError } from '../service/model/errors.ts';
import { permissions } from '../service/model/vehicles.ts';
import { connectUrl, readConnectRedirect } from '../service/oauth/connect-url.ts';

/** The sandbox accepts any redirect URI on this machine; nothing listens at this one. */
export const redirectUri = 'http://localhost:1/agent';

export function environmentOf(addresses: SandboxAddresses, version?: ApiVersion): ServiceEnvironment {
  const { authUrl, baseUrl, connectUrl, clientId } = addresses;
  const common = { name: 'sandbox', redirectUri, scopes: permissions, connectUrl };
  if (version !== '3') return { ...common, authUrl, baseUrl, clientId };
  const { authUrl: tokenUrl, baseUrl: dataUrl, apiClientId, applicationId } = addresses.v3;
  return { ...common, version, authUrl: tokenUrl, baseUrl: dataUrl, clientId: apiClientId, applicationId };
}

/** See {@link environmentOf}. */
export function applicationCredentials(addresses: SandboxAddresses) {
  const { apiClientId: clientId, apiClientSecret: clientSecret } = addresses.v3;
  return { clientId, clientSecret };
}

/** What an owner is asked to share, and in which mode. */
export type Consent = Pick<ConnectionSummary, 'ownerId' | 'mode'> & {
  readonly vehicleIds: readonly string[];
  readonly permissions: readonly string[];
};

/**
 * What to ask an owner for without changing their settings: exactly what they already share. An owner who shares
 * nothing is asked for everything.
 */
export function consentsOf(
  ownerId: string,
  vehicleIds: readonly string[],
  connections: readonly ConnectionSummary[],
): readonly Consent[] {
  const own = connections.filter((each) => each.ownerId === ownerId);
  if (own.length === 0) return [{ ownerId, vehicleIds, permissions, mode: 'live' }];
  const alike = groupBy(own, (each) => JSON.stringify([each.permissions, each.mode]));
  return [...alike.values()].flatMap((group) => {
    const ids = group.map(({ vehicleId }) => vehicleId);
    return group
      .slice(0, 1)
      .map((each) => ({ ownerId, vehicleIds: ids, permissions: each.permissions, mode: each.mode }));
  });
}

/**
 * Gives an owner's consent on the sandbox's page. Returns the authorization code or, in version 3, whose redirect has
 * none, the owner's ID. Rejects with ServiceError.
 */
export async function allowOnConnectPage(
  fetch: Fetch,
  common: ServiceEnvironment,
  { ownerId, vehicleIds, permissions: scopes, mode }: Consent,
): Promise<string> {
  const environment = { ...common, mode };
  const url = connectUrl({ environment, redirectUri, scopes, state: crypto.randomUUID() });
  const form = new URLSearchParams({ decision: 'allow', owner: ownerId });
  for (const id of vehicleIds) form.append('vehicle', id);
  for (const name of scopes) form.append('permission', name);
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await response.body?.cancel();
  const location = parseUrl(response.headers.get('location') ?? '');
  const { version = '2.0' } = environment;
  const redirect = location && readConnectRedirect(location, [version]);
  if (redirect?.kind === 'granted') return redirect.code ?? redirect.ownerId ?? '';
  throw new ServiceError(redirect?.message ?? `The sandbox's consent page answered ${response.status}.`, {
    kind: 'oauth',
    turn: 'retry',
    nextStep: redirect?.nextStep ?? 'Look at list_requests and at the planned faults in sandbox_status.',
    sent: true,
  });
}
