import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { batteryCapacity } from '../../../../src/service/v2/contract.ts';
import { noon, redirectUri, SandboxClient } from '../client.ts';

/** What is used of the official Node library of the service, which has no types of its own. */
interface Answer extends Readonly<Record<string, unknown>> {
  readonly meta: { readonly requestId: string; readonly unitSystem: string; readonly dataAge: Date };
}
interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}
interface Sdk {
  readonly AuthClient: new (options: { clientSecret?: string; redirectUri: string; mode?: string }) => {
    getAuthUrl(scope: readonly string[]): string;
    exchangeCode(code: string): Promise<Pair>;
    exchangeRefreshToken(token: string): Promise<Pair>;
  };
  readonly Vehicle: new (
    id: string,
    token: string,
    options?: { unitSystem?: string },
  ) => Readonly<Record<'attributes' | 'permissions' | 'nominalCapacity', () => Promise<Answer>>>;
  getUser(accessToken: string): Promise<Answer>;
  getVehicles(accessToken: string, paging?: { limit?: number; offset?: number }): Promise<Answer>;
}
const smartcar = createRequire(import.meta.url)('smartcar') as Sdk;

describe('the official Node library against the sandbox', () => {
  const names = ['AUTH_ORIGIN', 'API_ORIGIN', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => `SMARTCAR_${name}`);
  const outside = names.map((name) => [name, process.env[name]] as const);
  let client: SandboxClient;
  let auth: InstanceType<typeof smartcar.AuthClient>;
  let pair: Pair;

  before(async () => {
    client = await SandboxClient.start();
    // All that an application changes: its environment.
    const { authUrl, baseUrl, clientId, clientSecret } = client.addresses;
    for (const [index, value] of [authUrl, baseUrl, clientId, clientSecret].entries()) {
      process.env[names[index] ?? ''] = value;
    }
    auth = new smartcar.AuthClient({ redirectUri, mode: 'simulated' });
    const scope = ['read_vehicle_info', 'read_battery', 'required:read_charge_records'];
    const answer = await fetch(auth.getAuthUrl(scope), { redirect: 'manual' });
    const { searchParams } = new URL(answer.headers.get('Location') ?? '');
    pair = await auth.exchangeCode(searchParams.get('code') ?? '');
  });
  after(async () => {
    for (const [name, value] of outside) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await client.close();
  });

  it('refreshes, and reads who granted what', async () => {
    pair = await auth.exchangeRefreshToken(pair.refreshToken);
    const { id, meta } = await smartcar.getUser(pair.accessToken);
    for (const each of [String(id), meta.requestId]) assert.match(each, /^[0-9a-f-]{36}$/);
    assert.deepEqual(meta.dataAge, new Date(noon));
    const { paging } = await smartcar.getVehicles(pair.accessToken, { limit: 2, offset: 1 });
    assert.deepEqual(paging, { count: 6, offset: 1 });
  });

  it('reads a vehicle: attributes, permissions, nominal capacity', async () => {
    const [id = ''] = (await smartcar.getVehicles(pair.accessToken)).vehicles as string[];
    const vehicle = new smartcar.Vehicle(id, pair.accessToken, { unitSystem: 'imperial' });
    const { make, meta } = await vehicle.attributes();
    assert.deepEqual([make, meta.unitSystem], ['BMW', 'imperial']);
    assert.equal(((await vehicle.permissions()).permissions as string[]).length, 3);
    assert.equal(batteryCapacity.parse(await vehicle.nominalCapacity()).capacity?.source, 'SMARTCAR');
  });

  it('reads refusals, of the token endpoint and of vehicle data', async () => {
    const stranger = new smartcar.AuthClient({ clientSecret: 'wrong', redirectUri });
    await assert.rejects(stranger.exchangeRefreshToken('x'), { type: 'invalid_client' });
    const invalid = { statusCode: 400, type: 'invalid_request', description: 'Invalid code: wrong.' };
    await assert.rejects(auth.exchangeCode('wrong'), invalid);
    client.sandbox.faults.add({ operation: 'user', error: { type: 'RATE_LIMIT', code: 'VEHICLE', retryAfter: 30 } });
    const limited = { type: 'RATE_LIMIT', code: 'VEHICLE', statusCode: 429, retryAfter: '30' };
    await assert.rejects(smartcar.getUser(pair.accessToken), limited);
  });
});
