import assert from 'node:assert/strict';
import { defaultStartDate } from '../../../../src/common/date-range.ts';
import type { SandboxAddresses } from '../../../../src/sandbox/control/contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../../src/sandbox/server.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { permissions as scopes } from '../../../../src/service/model/vehicles.ts';
import { ApplicationTokens } from '../../../../src/service/oauth/application-tokens.ts';
import { connectUrl, readConnectRedirect } from '../../../../src/service/oauth/connect-url.ts';
import { TokenEndpoint, type TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import { readVersion, type VersionReading } from '../../../../src/service/comparison/read-version.ts';
import { noon } from '../../sandbox/client.ts';
import { recordingTransport } from '../http/loopback.ts';
import { vehicleDataOf, vehicleDataV3Of } from '../vehicle-data.ts';

const redirectUri = 'http://localhost:8123/callback';

/** The clients of one owner. */
export interface BothClients {
  readonly v2: VehicleData;
  readonly v3: VehicleData;
  readonly vehicleIds: readonly string[];
  /** Of version 2.0. The client refreshes it where its access token is rejected. */
  readonly pair: { current: TokenPair };
  readonly tokens: TokenEndpoint;
  readonly reports: RequestReport[];
  /** A code of version 2.0, through Connect. */
  readonly code: () => Promise<string>;
}

/** Goes through Connect of a sandbox that approves by itself, by each version. */
export async function connectBoth(addresses: SandboxAddresses): Promise<BothClients> {
  const older: ServiceEnvironment = { name: 'sandbox', redirectUri, scopes, ...addresses };
  const { transport, reports } = recordingTransport();
  const tokens = new TokenEndpoint(transport);
  const code = async () => {
    const redirect = readConnectRedirect(await approved(older), ['2.0']);
    assert.ok(redirect.kind === 'granted' && redirect.state === 's');
    return redirect.code ?? assert.fail('no code');
  };
  const pair = { current: await tokens.exchangeCode(older, addresses, { code: await code(), redirectUri }) };
  const accessToken = async (rejected?: string) => {
    if (rejected !== undefined) pair.current = await tokens.refresh(older, addresses, pair.current.refreshToken);
    return pair.current.accessToken;
  };
  const v2 = vehicleDataOf(older, { accessToken }, transport);
  const { ids: vehicleIds } = await v2.vehicleIds({ limit: 50, offset: 0 });

  assert.ok(addresses.v3);
  const { authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: clientSecret } = addresses.v3;
  const newer = { ...older, version: '3', name: 'newer', authUrl, baseUrl, applicationId, clientId } as const;
  const owner = readConnectRedirect(await approved(newer), ['3']);
  assert.ok(owner.kind === 'granted' && owner.ownerId !== undefined);
  const { ownerId } = owner;
  const application = new ApplicationTokens(tokens);
  const session = {
    accessToken: (rejected?: string) => application.token(newer, { clientId, clientSecret }, rejected),
    ownerId: () => Promise.resolve(ownerId),
  };
  return { v2, v3: vehicleDataV3Of(newer, session, transport), vehicleIds, pair, tokens, reports, code };
}

/** One sandbox, one owner, and the client of each version. It is noon, unless `scenario` has another clock: nothing charges. */
export class BothVersions {
  readonly sandbox: Sandbox;
  readonly clients: BothClients;

  private constructor(sandbox: Sandbox, clients: BothClients) {
    this.sandbox = sandbox;
    this.clients = clients;
  }

  get vehicleIds(): readonly string[] {
    return this.clients.vehicleIds;
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
      readVersion(this.clients.v2, { version: '2.0', environment: 'sandbox', account, vehicleId }, options),
      readVersion(this.clients.v3, { version: '3', environment: 'newer', account, vehicleId }, options),
    ]);
  }
}

function approved(environment: ServiceEnvironment): Promise<URL> {
  return redirectOf(connectUrl({ environment, redirectUri, scopes, state: 's' }));
}

/** Where a page of the sandbox sends the browser. */
async function redirectOf(url: string, form?: Record<string, string>): Promise<URL> {
  const body = form && new URLSearchParams(form);
  const response = await fetch(url, { redirect: 'manual', method: body ? 'POST' : 'GET', body: body ?? null });
  return new URL(response.headers.get('location') ?? assert.fail(`no redirect: ${response.status}`));
}
