import assert from 'node:assert/strict';
import { apiError, vehicleList } from '../../../../src/service/v2/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { seededVin, vinPattern } from '../../../../src/sandbox/world/vin.ts';
import { SandboxClient } from '../client.ts';

const allScopes = 'read_vehicle_info read_vin read_battery read_charge_records';

async function connected(options: SandboxOptions = {}, scope = allScopes) {
  const client = await SandboxClient.start(options);
  const { access_token: token, refresh_token: refreshToken } = await client.pair({ scope });
  const { vehicles } = vehicleList.parse(await (await client.get('/v2.0/vehicles', token)).json());
  const [id = ''] = vehicles;
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${client.addresses.baseUrl}/v2.0${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const refusal = async (answer: Response) => {
    const { type, code } = apiError.parse(await answer.json());
    return `${answer.status} ${type}:${code ?? ''}`;
  };
  return { client, token, refreshToken, vehicles, id, send, refusal };
}

describe('vehicle service of the sandbox', () => {
  let owner: Awaited<ReturnType<typeof connected>>;
  before(async () => {
    owner = await connected();
  });
  after(() => owner.client.close());

  it('public: the VIN needs read_vin, has 17 characters and a check digit', async () => {
    const answer = await owner.send('GET', `/vehicles/${owner.id}/vin`);
    const { vin } = (await answer.json()) as { vin: string };
    assert.equal(answer.headers.get('Sandbox-Rule'), 'vehicles.vin, data.headers');
    assert.match(vin, vinPattern);
    assert.equal(vin, seededVin(owner.id), 'the same at every start');
    const { access_token } = await owner.client.pair({ scope: 'read_battery' });
    assert.equal((await owner.client.get(`/v2.0/vehicles/${owner.id}/vin`, access_token)).status, 403);
  });

  it('public: permissions come in pages, 25 unless asked otherwise', async () => {
    const read = async (query: string) => (await owner.send('GET', `/vehicles/${owner.id}/permissions${query}`)).json();
    const all = allScopes.split(' ');
    assert.deepEqual(await read(''), { paging: { count: 4, offset: 0 }, permissions: all });
    assert.deepEqual(await read('?limit=2&offset=1'), {
      paging: { count: 4, offset: 1 },
      permissions: all.slice(1, 3),
    });
    const wrong = await owner.send('GET', `/vehicles/${owner.id}/permissions?limit=0`);
    assert.equal(await owner.refusal(wrong), '400 VALIDATION:PARAMETER');
  });

  it('public: a batch answers each path with its own code, headers and body', async () => {
    const paths = ['/', '/vin', '/battery/nominal_capacity', '/bmw/charge/records?endDate=2026-11-01', '/odometer'];
    const answer = await owner.send('POST', `/vehicles/${owner.id}/batch`, {
      requests: paths.map((path) => ({ path })),
    });
    const { responses } = (await answer.json()) as {
      responses: { path: string; code: number; headers: Record<string, string>; body: Record<string, unknown> }[];
    };
    assert.deepEqual(
      responses.map(({ path, code }) => [path, code]),
      paths.map((path) => [path, path === '/odometer' ? 404 : 200]),
    );
    const [attributes, vin, capacity, records, odometer] = responses;
    assert.equal(attributes?.body.make, 'BMW');
    assert.equal(vin?.body.vin, seededVin(owner.id));
    assert.equal(capacity?.body.url, null);
    assert.ok(Array.isArray(records?.body.records) && records.body.records.length > 0);
    assert.equal(odometer?.body.type, 'RESOURCE_NOT_FOUND');
    assert.equal(odometer.body.requestId, odometer.headers['sc-request-id']);
    assert.equal(records?.headers['sandbox-rule'], 'records.list, records.default-dates');
  });

  it('assumed: a batch that is none is a VALIDATION error', async () => {
    for (const body of [{}, { requests: [] }, { requests: [{ path: 1 }] }]) {
      const answer = await owner.send('POST', `/vehicles/${owner.id}/batch`, body);
      assert.equal(await owner.refusal(answer), '400 VALIDATION:PARAMETER');
    }
    const torn = await fetch(`${owner.client.addresses.baseUrl}/v2.0/vehicles/${owner.id}/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}` },
      body: '{',
    });
    assert.equal(torn.status, 400);
  });

  it('assumed: a unit system that is none is a VALIDATION error', async () => {
    const answer = await owner.send('GET', '/user', undefined, { 'SC-Unit-System': 'nautical' });
    assert.equal(await owner.refusal(answer), '400 VALIDATION:PARAMETER');
  });

  it('public: disconnect takes the vehicle from every token, and only that vehicle', async () => {
    const other = await owner.client.pair({ scope: allScopes });
    const [, , gone = ''] = owner.vehicles;
    const answer = await owner.send('DELETE', `/vehicles/${gone}/application`);
    assert.deepEqual(await answer.json(), { status: 'success' });
    const refreshed = (await (await owner.client.refresh(owner.refreshToken)).json()) as { access_token: string };
    for (const token of [owner.token, other.access_token, refreshed.access_token]) {
      const listed = vehicleList.parse(await (await owner.client.get('/v2.0/vehicles', token)).json());
      assert.deepEqual(
        listed.vehicles,
        owner.vehicles.filter((id) => id !== gone),
      );
      const read = await owner.client.get(`/v2.0/vehicles/${gone}`, token);
      assert.equal(await owner.refusal(read), '401 AUTHENTICATION:');
    }
    assert.equal((await owner.send('DELETE', `/vehicles/${gone}/application`)).status, 401, 'a second time');
    assert.equal((await owner.send('GET', `/vehicles/${owner.id}`)).status, 200);
  });
});

describe('limits of the sandbox', () => {
  const withLimits = async (
    application: NonNullable<NonNullable<SandboxOptions['scenario']>['application']>,
    check: (owner: Awaited<ReturnType<typeof connected>>) => Promise<void>,
  ) => {
    const owner = await connected({ scenario: { application } });
    try {
      await check(owner);
    } finally {
      await owner.client.close();
    }
  };

  it('are off unless the scenario asks for them', async () => {
    const owner = await connected();
    try {
      const statuses = await Promise.all(
        Array.from({ length: 130 }, async () => (await owner.send('GET', `/vehicles/${owner.id}`)).status),
      );
      assert.deepEqual([...new Set(statuses)], [200]);
    } finally {
      await owner.client.close();
    }
  });

  it('public: 120 requests, refilled 2 per minute by the clock of the sandbox', () =>
    withLimits({ rateLimit: 'documented' }, async ({ client, send, refusal }) => {
      // The list that `connected` read was the first.
      for (let count = 1; count < 120; count++) assert.equal((await send('GET', '/user')).status, 200);
      const refused = await send('GET', '/user');
      assert.equal(refused.headers.get('Retry-After'), null, 'documented for vehicles only');
      assert.equal(await refusal(refused), '429 RATE_LIMIT:SMARTCAR_API');
      client.sandbox.clock.advance(60);
      assert.equal((await send('GET', '/user')).status, 200);
      assert.equal((await send('GET', '/user')).status, 200);
      assert.equal((await send('GET', '/user')).status, 429);
      assert.equal((await client.exchange(await client.code())).status, 200, 'tokens are not counted');
    }));

  it('public: a throttled vehicle says in Retry-After when it answers again, and others are not affected', () =>
    withLimits({ rateLimit: 'documented' }, async ({ client, id, vehicles, send, refusal }) => {
      for (let count = 0; count < 20; count++) assert.equal((await send('GET', `/vehicles/${id}`)).status, 200);
      const refused = await send('GET', `/vehicles/${id}`);
      assert.equal(refused.headers.get('Retry-After'), '180');
      assert.equal(refused.headers.get('Sandbox-Basis'), 'assumed');
      assert.equal(await refusal(refused), '429 RATE_LIMIT:VEHICLE');
      assert.equal((await send('GET', `/vehicles/${vehicles[1] ?? ''}`)).status, 200);
      assert.equal((await send('GET', `/vehicles/${id}/permissions`)).status, 200, 'not billed');
      client.sandbox.clock.advance(179);
      assert.equal((await send('GET', `/vehicles/${id}`)).headers.get('Retry-After'), '1');
      client.sandbox.clock.advance(1);
      assert.equal((await send('GET', `/vehicles/${id}`)).status, 200);
    }));

  it('public: a plan that is used up is 430 BILLING until the next month', () =>
    withLimits({ plan: { requestsPerVehicle: 2 } }, async ({ client, id, send, refusal }) => {
      const batch = { requests: [{ path: '/' }, { path: '/vin' }, { path: '/vin' }] };
      const { responses } = (await (await send('POST', `/vehicles/${id}/batch`, batch)).json()) as {
        responses: { code: number }[];
      };
      assert.deepEqual(
        responses.map(({ code }) => code),
        [200, 200, 430],
        'each path of a batch counts',
      );
      assert.equal(await refusal(await send('GET', `/vehicles/${id}`)), '430 BILLING:VEHICLE_REQUEST_LIMIT');
      assert.equal((await send('GET', '/vehicles')).status, 200, 'not billed');
      client.sandbox.clock.advance(11 * 24 * 60 * 60);
      const { access_token } = await client.pair();
      assert.equal((await client.get(`/v2.0/vehicles/${id}`, access_token)).status, 200);
    }));

  it('public: a plan may limit vehicles, or refuse altogether', async () => {
    await withLimits({ plan: { vehicles: 1 } }, async ({ id, vehicles, send, refusal }) => {
      assert.equal((await send('GET', `/vehicles/${id}`)).status, 200);
      assert.equal(await refusal(await send('GET', `/vehicles/${vehicles[1] ?? ''}`)), '430 BILLING:VEHICLE_LIMIT');
    });
    await withLimits({ plan: { refuses: 'ACCOUNT_SUSPENDED' } }, async ({ id, send, refusal }) => {
      assert.equal(await refusal(await send('GET', `/vehicles/${id}`)), '430 BILLING:ACCOUNT_SUSPENDED');
    });
  });
});

describe('VIN', () => {
  it('has the check digit that North America asks for', () => {
    const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    const values: Record<string, number> = Object.fromEntries(
      [...'0123456789'].map((digit): [string, number] => [digit, Number(digit)]),
    );
    for (const [first, letters] of [
      [1, 'ABCDEFGH'],
      [1, 'JKLMN'],
      [7, 'P'],
      [9, 'R'],
      [2, 'STUVWXYZ'],
    ] as const) {
      [...letters].forEach((letter, index) => (values[letter] = first + index));
    }
    for (let vehicle = 0; vehicle < 50; vehicle++) {
      const vin = seededVin(String(vehicle));
      const sum = weights.reduce((total, weight, index) => total + weight * (values[vin[index] ?? ''] ?? NaN), 0);
      assert.equal(vin[8], sum % 11 === 10 ? 'X' : String(sum % 11), vin);
    }
  });
});
