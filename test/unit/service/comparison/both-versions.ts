import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/common/clock.ts';
import { defaultStartDate } from '../../../../src/common/date-range.ts';
import type { SandboxAddresses } from '../../../../src/sandbox/control/contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../../src/sandbox/server.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { permissions as scopes } from '../../../../src/service/model/permissions.ts';
import { ApplicationTokens } from '../../../../src/service/oauth/application-tokens.ts';
import { connectUrl, readConnectRedirect } from '../../../../src/service/oauth/connect-url.ts';
import { TokenEndpoint } from '../../../../src/service/oauth/token-endpoint.ts';
import { readVersion } from '../../../../src/service/comparison/read-version.ts';
import type { VersionReading } from '../../../../src/service/comparison/version-reading.ts';
import { noon } from '../../sandbox/client.ts';
import { recordingTransport } from '../http/loopback.ts';
import { vehicleDataOf, vehicleDataV3Of } from '../vehicle-data.ts';

const redirectUri = 'http://localhost:8123/callback';

/** The clients of one owner. */
export interface BothClients {
  readonly v2: VehicleData;
  readonly v3: VehicleData;
  readonly accessToken: string;
  readonly vehicleIds: readonly string[];
}

/** Goes through Connect of a sandbox that approves by itself, by each version. */
export async function connectBoth(addresses: SandboxAddresses): Promise<BothClients> {
  const older: ServiceEnvironment = { name: 'sandbox', redirectUri, scopes, ...addresses };
  const { transport } = recordingTransport();
  const tokens = new TokenEndpoint(transport, systemClock);
  const redirect = readConnectRedirect(await approved(older), ['2.0']);
  assert.ok(redirect.kind === 'granted' && redirect.code !== undefined);
  const { accessToken } = await tokens.exchangeCode(older, addresses, { code: redirect.code, redirectUri });
  const v2 = vehicleDataOf(older, { accessToken: () => Promise.resolve(accessToken) }, transport);
  const { ids: vehicleIds } = await v2.vehicleIds({ limit: 50, offset: 0 });

  assert.ok(addresses.v3);
  const { authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: clientSecret } = addresses.v3;
  const newer = { ...older, version: '3', name: 'newer', authUrl, baseUrl, applicationId, clientId } as const;
  const owner = readConnectRedirect(await approved(newer), ['3']);
  assert.ok(owner.kind === 'granted' && owner.ownerId !== undefined);
  const { ownerId } = owner;
  const application = new ApplicationTokens(tokens, systemClock);
  const session = {
    accessToken: (rejected?: string) => application.token(newer, { clientId, clientSecret }, rejected),
    ownerId: () => Promise.resolve(ownerId),
  };
  return { v2, v3: vehicleDataV3Of(newer, session, transport), accessToken, vehicleIds };
}

/** One sandbox, one owner, and the client of each version. It is noon, unless `scenario` has another clock: nothing charges. */
export class BothVersions implements BothClients {
  readonly sandbox: Sandbox;
  readonly v2: VehicleData;
  readonly v3: VehicleData;
  readonly accessToken: string;
  readonly vehicleIds: readonly string[];

  private constructor(sandbox: Sandbox, { v2, v3, accessToken, vehicleIds }: BothClients) {
    this.sandbox = sandbox;
    this.v2 = v2;
    this.v3 = v3;
    this.accessToken = accessToken;
    this.vehicleIds = vehicleIds;
  }

  static async start(scenario: SandboxOptions = {}, { subscribed = true } = {}): Promise<BothVersions> {
    const options = { autoApprove: true, emptyStore: !subscribed, clock: { now: () => noon } };
    const sandbox = await startSandbox({ ...options, ...scenario });
    return new BothVersions(sandbox, await connectBoth(sandbox.addresses));
  }

  async control(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.sandbox.addresses.controlUrl}${path}`, init);
    assert.ok(response.ok, await response.text());
  }

  async read(vehicleId: string): Promise<readonly [VersionReading, VersionReading]> {
    const { signal } = new AbortController();
    const account = { id: 'owner-1', label: 'Robin Hale' };
    const options = { startDate: defaultStartDate(this.sandbox.clock.now()), signal };
    return Promise.all([
      readVersion(this.v2, { version: '2.0', environment: 'sandbox', account, vehicleId }, options),
      readVersion(this.v3, { version: '3', environment: 'newer', account, vehicleId }, options),
    ]);
  }
}

async function approved(environment: ServiceEnvironment): Promise<URL> {
  const page = await fetch(connectUrl({ environment, redirectUri, scopes, state: 's' }), { redirect: 'manual' });
  return new URL(page.headers.get('location') ?? assert.fail(`${page.status}`));
}
