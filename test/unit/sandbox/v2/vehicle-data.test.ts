import assert from 'node:assert/strict';
import { apiError } from '../../../../src/service/v2/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { closedAfterEach, SandboxClient } from '../client.ts';

const allScopes = 'read_vehicle_info read_battery read_charge_records';

async function connected(options: SandboxOptions = {}) {
  const client = await SandboxClient.start(options);
  const { access_token: token, refresh_token: refreshToken } = await client.pair({ scope: allScopes });
  const vehicles = await client.vehicleIds(token);
  const [id = ''] = vehicles;
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${client.addresses.baseUrl}/v2.0${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { client, token, refreshToken, vehicles, id, send, close: () => client.close() };
}

async function refusal(answer: Response): Promise<string> {
  const { type, code, requestId, statusCode } = apiError.parse(await answer.json());
  assert.deepEqual([requestId, statusCode], [answer.headers.get('SC-Request-Id'), answer.status]);
  return `${answer.status} ${type}${code ? `:${code}` : ''}`;
}

describe('vehicle data of the sandbox', () => {
  let owner: Awaited<ReturnType<typeof connected>>;
  before(async () => {
    owner = await connected();
  });
  after(() => owner.close());

  it('refuses with the type and the code of each case', async () => {
    const { vehicles: all } = await owner.client.overview();
    const of = (make: string) => `/vehicles/${all.find((each) => each.make === make)?.id ?? ''}`;
    const records = (make: string, dates = '') => `${of(make)}/${make.toLowerCase()}/charge/records${dates}`;
    for (const [path, expected] of [
      [`${of('FORD')}/battery/nominal_capacity`, '501 COMPATIBILITY:VEHICLE_NOT_CAPABLE'],
      [`${of('BMW')}/BMW/charge/records`, '403 PERMISSION'],
      [records('TESLA'), '501 COMPATIBILITY:MAKE_NOT_COMPATIBLE'],
      [`${of('BMW')}/mini/charge/records`, '501 COMPATIBILITY:VEHICLE_NOT_CAPABLE'],
      [records('BMW', '?startDate=2026-02-30'), '400 VALIDATION:PARAMETER'],
      [records('BMW', '?startDate=21.11.2026'), '400 VALIDATION:PARAMETER'],
      [records('BMW', '?endDate=2026-11-21T00:00:00Z'), '400 VALIDATION:PARAMETER'],
      [records('BMW', '?endDate='), '400 VALIDATION:PARAMETER'],
      [records('BMW', '?startDate=2026-11-10&endDate=2026-11-09'), '400 VALIDATION:PARAMETER'],
      // Of another owner.
      [of('KIA'), '401 AUTHENTICATION'],
      ['/vehicles/not-an-id', '400 VALIDATION'],
      ['/vehicles?limit=51', '400 VALIDATION:PARAMETER'],
      ['/vehicles?offset=-1', '400 VALIDATION:PARAMETER'],
      [`${of('BMW')}/permissions?limit=0`, '400 VALIDATION:PARAMETER'],
      ['/nothing', '404 RESOURCE_NOT_FOUND:PATH'],
    ] as const) {
      assert.equal(await refusal(await owner.send('GET', path)), expected, path);
    }
    const odd = await owner.send('GET', '/user', undefined, { 'SC-Unit-System': 'nautical' });
    assert.equal(await refusal(odd), '400 VALIDATION:PARAMETER');
    assert.equal(
      await refusal(await owner.client.get('/v1.0/vehicles', owner.token)),
      '404 RESOURCE_NOT_FOUND:VERSION',
    );
    assert.equal(await refusal(await owner.client.get('/nothing', owner.token)), '404 RESOURCE_NOT_FOUND:PATH');
  });

  it('names the rules that an answer follows, and the basis of the weakest', async () => {
    const rulesOf = async (path: string) => {
      const { headers } = await owner.send('GET', path);
      return `${headers.get('Sandbox-Basis')} ${headers.get('Sandbox-Rule')}`;
    };
    const capacity = `/vehicles/${owner.id}/battery/nominal_capacity`;
    assert.equal(await rulesOf(capacity), 'document capacity.determined, capacity.undetermined, capacity.selected');
    assert.equal(await rulesOf('/user'), 'public user.id, data.headers');
    assert.equal(await rulesOf('/vehicles?limit=0'), 'assumed data.parameters');
    assert.equal(await rulesOf('/nothing'), 'public data.path');
  });
});

describe('limits of the sandbox', () => {
  type Application = NonNullable<NonNullable<SandboxOptions['scenario']>['application']>;
  const start = closedAfterEach((application: Application = {}) => connected({ scenario: { application } }));

  it('public: 120 requests, refilled 2 per minute by the clock of the sandbox', async () => {
    const { client, send } = await start({ rateLimit: 'documented' });
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
  });

  it('public: a throttled vehicle says in Retry-After when it answers again, and others are not affected', async () => {
    const { client, id, vehicles, send } = await start({ rateLimit: 'documented' });
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
  });

  it('public: a plan that is used up is 430 BILLING until the next month', async () => {
    const { client, id, send } = await start({ plan: { requestsPerVehicle: 2 } });
    for (let count = 0; count < 2; count++) assert.equal((await send('GET', `/vehicles/${id}`)).status, 200);
    assert.equal(await refusal(await send('GET', `/vehicles/${id}`)), '430 BILLING:VEHICLE_REQUEST_LIMIT');
    assert.equal((await send('GET', '/vehicles')).status, 200, 'not billed');
    client.sandbox.clock.advance(11 * 24 * 60 * 60);
    const { access_token } = await client.pair();
    assert.equal((await client.get(`/v2.0/vehicles/${id}`, access_token)).status, 200);
  });

  it('public: a plan may limit vehicles, or refuse altogether', async () => {
    const limited = await start({ plan: { vehicles: 1 } });
    const read = async ({ send }: typeof limited, id = '') => send('GET', `/vehicles/${id}`);
    assert.equal((await read(limited, limited.id)).status, 200);
    assert.equal(await refusal(await read(limited, limited.vehicles[1])), '430 BILLING:VEHICLE_LIMIT');
    const refusing = await start({ plan: { refuses: 'ACCOUNT_SUSPENDED' } });
    assert.equal(await refusal(await read(refusing, refusing.id)), '430 BILLING:ACCOUNT_SUSPENDED');
  });
});
