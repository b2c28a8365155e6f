import assert from 'node:assert/strict';
import { batteryCapacity, chargeRecords } from '../../../../src/service/v2/contract.ts';
import { codesOf, errorTypes, type ErrorType } from '../../../../src/sandbox/web/error-kinds.ts';
import { noon, redirectUri, SandboxClient } from '../client.ts';
import { type SdkError, smartcar } from './smartcar-sdk.ts';

const scope = ['read_vehicle_info', 'read_battery', 'required:read_charge_records'];

/** Publicly documented statuses. */
const statuses: Readonly<Record<ErrorType, number>> = {
  VALIDATION: 400,
  CONNECTED_SERVICES_ACCOUNT: 400,
  AUTHENTICATION: 401,
  PERMISSION: 403,
  RESOURCE_NOT_FOUND: 404,
  VEHICLE_STATE: 409,
  RATE_LIMIT: 429,
  BILLING: 430,
  SERVER: 500,
  COMPATIBILITY: 501,
  UPSTREAM: 502,
};

describe('the official Node library against the sandbox', () => {
  const variables = [
    'SMARTCAR_AUTH_ORIGIN',
    'SMARTCAR_API_ORIGIN',
    'SMARTCAR_CLIENT_ID',
    'SMARTCAR_CLIENT_SECRET',
  ] as const;
  const outside = variables.map((name) => [name, process.env[name]] as const);
  let client: SandboxClient;
  let auth: InstanceType<typeof smartcar.AuthClient>;

  before(async () => {
    client = await SandboxClient.start();
    // All that an application changes: its environment.
    process.env.SMARTCAR_AUTH_ORIGIN = client.addresses.authUrl;
    process.env.SMARTCAR_API_ORIGIN = client.addresses.baseUrl;
    process.env.SMARTCAR_CLIENT_ID = client.addresses.clientId;
    process.env.SMARTCAR_CLIENT_SECRET = client.addresses.clientSecret;
    auth = new smartcar.AuthClient({ redirectUri, mode: 'simulated' });
  });
  after(async () => {
    for (const [name, value] of outside) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await client.close();
  });

  /** Connect, by HTTP, from the library's own address. */
  const returned = async (options: object = {}) => {
    const answer = await fetch(auth.getAuthUrl(scope, options), { redirect: 'manual' });
    return new URL(answer.headers.get('Location') ?? '').searchParams;
  };
  const access = async (options: object = {}) => auth.exchangeCode((await returned(options)).get('code') ?? '');
  const refusal = async (call: Promise<unknown>): Promise<SdkError> => {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof smartcar.SmartcarError, String(error));
    return error;
  };

  it('exchanges, refreshes, and reads who granted what', async () => {
    const first = await access();
    assert.ok(first.expiration instanceof Date);
    const second = await auth.exchangeRefreshToken(first.refreshToken);
    assert.notEqual(second.refreshToken, first.refreshToken);
    const user = await smartcar.getUser(second.accessToken);
    assert.match(String(user.id), /^[0-9a-f-]{36}$/);
    assert.match(user.meta.requestId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(user.meta.dataAge, new Date(noon));
    const { paging, vehicles } = await smartcar.getVehicles(second.accessToken, { limit: 2, offset: 1 });
    assert.deepEqual(paging, { count: 6, offset: 1 });
    assert.equal((vehicles as string[]).length, 2);
  });

  it('reads a vehicle: attributes, permissions, nominal capacity, charge records', async () => {
    const { accessToken } = await access();
    const [id = ''] = (await smartcar.getVehicles(accessToken)).vehicles as string[];
    const vehicle = new smartcar.Vehicle(id, accessToken, { unitSystem: 'imperial' });
    const { make, meta } = await vehicle.attributes();
    assert.equal(make, 'BMW');
    assert.equal(meta.unitSystem, 'imperial');
    assert.deepEqual((await vehicle.permissions({ limit: 1 })).permissions, ['read_vehicle_info']);
    assert.equal(batteryCapacity.parse(await vehicle.nominalCapacity()).capacity?.source, 'SMARTCAR');
    const records = await vehicle.request('GET', 'bmw/charge/records?startDate=2026-11-10');
    assert.ok(chargeRecords.parse(records.body).records.length > 5);
  });

  it('reads every refusal of the token endpoint', async () => {
    const code = await refusal(auth.exchangeCode('wrong'));
    assert.deepEqual([code.statusCode, code.type, code.description], [400, 'invalid_request', 'Invalid code: wrong.']);
    const token = await refusal(auth.exchangeRefreshToken('wrong'));
    assert.deepEqual([token.statusCode, token.type], [400, 'invalid_grant']);
    const stranger = new smartcar.AuthClient({ clientSecret: 'wrong', redirectUri });
    assert.equal((await refusal(stranger.exchangeRefreshToken('x'))).type, 'invalid_client');
    const elsewhere = new smartcar.AuthClient({ redirectUri: 'http://localhost:9/other' });
    const other = await refusal(elsewhere.exchangeCode((await returned()).get('code') ?? ''));
    assert.equal(other.description, 'Unauthorized redirect_uri: http://localhost:9/other');
  });

  it('reads every documented error that is injected', async () => {
    const { accessToken } = await access();
    const [id = ''] = (await smartcar.getVehicles(accessToken)).vehicles as string[];
    const vehicle = new smartcar.Vehicle(id, accessToken);
    for (const type of errorTypes) {
      for (const code of codesOf(type)) {
        client.sandbox.faults.add({
          operation: 'capacity',
          error: { type, code, ...(code === 'VEHICLE' && { retryAfter: 30 }) },
        });
        const error = await refusal(vehicle.nominalCapacity());
        assert.deepEqual([error.type, error.code ?? null, error.statusCode], [type, code, statuses[type]]);
        assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
        assert.equal(error.retryAfter, code === 'VEHICLE' ? '30' : undefined);
      }
    }
    client.sandbox.faults.add({
      operation: 'vehicle',
      status: 502,
      body: '<h1>Bad gateway</h1>',
      contentType: 'text/html',
    });
    assert.equal((await refusal(vehicle.attributes())).message, '<h1>Bad gateway</h1>');
  });
});
