import assert from 'node:assert/strict';
import { apiError, chargeRecords, user, vehicleAttributes, vehicleList } from '../../../../src/service/v2/contract.ts';
import { noon, SandboxClient } from '../client.ts';

interface ControlView {
  readonly vehicles: readonly {
    id: string;
    owner: string;
    make: string;
    region: string;
    capacity: { case: string; nominal: number | null; source: string | null };
    records: number | null;
  }[];
}

describe('vehicle data of the sandbox', () => {
  let client: SandboxClient;
  let token: string;
  let vehicles: ControlView['vehicles'];
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
    vehicles = ((await (await client.control('/')).json()) as ControlView).vehicles;
  });
  afterEach(() => client.close());

  const vehicle = (make: string) => vehicles.find((each) => each.make === make)?.id ?? '';
  const refused = async (path: string, accessToken = token) => {
    const answer = await client.get(path, accessToken);
    const body = apiError.parse(await answer.json());
    assert.equal(body.requestId, answer.headers.get('SC-Request-Id'));
    assert.equal(body.statusCode, answer.status);
    return `${answer.status} ${body.type}${body.code ? `:${body.code}` : ''} ${answer.headers.get('Sandbox-Basis')}`;
  };

  it('every answer fits the contract', async () => {
    const ids = vehicleList.parse(await (await client.get('/v2.0/vehicles', token)).json()).vehicles;
    assert.equal(ids.length, 6);
    for (const id of ids) {
      const attributes = vehicleAttributes.parse(await (await client.get(`/v2.0/vehicles/${id}`, token)).json());
      assert.equal(attributes.id, id);
      assert.equal(attributes.make, attributes.make.toUpperCase());
    }
    const { id } = user.parse(await (await client.get('/v2.0/user', token)).json());
    assert.match(id, /^[0-9a-f-]{36}$/);
  });

  it('document: no nominal capacity outside the United States and Europe', async () => {
    const path = `/v2.0/vehicles/${vehicle('FORD')}/battery/nominal_capacity`;
    assert.equal(await refused(path), '501 COMPATIBILITY:VEHICLE_NOT_CAPABLE assumed');
  });

  it('document: charge records of the two makes, as many as the control view counts', async () => {
    for (const { id, make, records } of vehicles.slice(0, 2)) {
      const answer = await client.get(`/v2.0/vehicles/${id}/${make.toLowerCase()}/charge/records`, token);
      assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
      const body = chargeRecords.parse(await answer.json());
      assert.equal(body.records.length, records);
      assert.ok(body.records.length > 20);
    }
  });

  it('document: startDate is the day of the first record, endDate that of the last, both in UTC', async () => {
    const path = `/v2.0/vehicles/${vehicle('BMW')}/bmw/charge/records`;
    const days = async (query: string) => {
      const { records } = chargeRecords.parse(await (await client.get(`${path}?${query}`, token)).json());
      return records.map(({ chargeStart }) => chargeStart.slice(0, 10));
    };
    const all = await days('');
    const from = all[5] ?? '';
    const to = all[15] ?? '';
    const expected = all.filter((day) => day >= from && day <= to);
    assert.deepEqual(await days(`startDate=${from}&endDate=${to}`), expected);
    assert.deepEqual(
      await days(`startDate=${from}`),
      all.filter((day) => day >= from),
    );
    assert.deepEqual(
      await days(`endDate=${to}`),
      all.filter((day) => day <= to),
    );
    assert.deepEqual(await days('startDate=2020-01-01'), all, 'public: no more than 30 days back');
  });

  it('assumed: dates that are none, or in the wrong order, are a VALIDATION error', async () => {
    const path = `/v2.0/vehicles/${vehicle('BMW')}/bmw/charge/records`;
    for (const query of [
      'startDate=2026-02-30',
      'startDate=21.11.2026',
      'endDate=2026-11-21T00:00:00Z',
      'endDate=',
      'startDate=2026-11-10&endDate=2026-11-09',
    ]) {
      assert.equal(await refused(`${path}?${query}`), '400 VALIDATION:PARAMETER assumed', query);
    }
  });

  it('public: the make stands in the path in lower case', async () => {
    const records = (make: string, id: string) => `/v2.0/vehicles/${vehicle(id)}/${make}/charge/records`;
    assert.equal(await refused(records('BMW', 'BMW')), '403 PERMISSION public');
    assert.equal(await refused(records('tesla', 'TESLA')), '501 COMPATIBILITY:MAKE_NOT_COMPATIBLE assumed');
    assert.equal(await refused(records('mini', 'BMW')), '501 COMPATIBILITY:VEHICLE_NOT_CAPABLE assumed');
  });

  it('document: an expired token, an unknown one and none at all give no access', async () => {
    const paths = ['/v2.0/user', '/v2.0/vehicles', `/v2.0/vehicles/${vehicle('BMW')}`];
    for (const path of paths) assert.equal(await refused(path, 'unknown'), '401 AUTHENTICATION public');
    const basic = await client.get('/v2.0/user', '', { Authorization: `Basic ${token}` });
    assert.equal(basic.status, 401);
    client.sandbox.clock.advance(7199);
    assert.equal((await client.get('/v2.0/user', token)).status, 200);
    client.sandbox.clock.advance(1);
    for (const path of paths) assert.equal(await refused(path), '401 AUTHENTICATION public');
  });

  it('public: a vehicle that the token does not cover is an AUTHENTICATION error, a malformed id VALIDATION', async () => {
    const other = vehicles.find(({ owner }) => owner !== vehicles[0]?.owner)?.id ?? '';
    assert.equal(await refused(`/v2.0/vehicles/${other}`), '401 AUTHENTICATION public');
    assert.equal(await refused('/v2.0/vehicles/not-an-id'), '400 VALIDATION public');
  });

  it('public: an unknown version and an unknown path are told apart', async () => {
    assert.equal(await refused('/v1.0/vehicles'), '404 RESOURCE_NOT_FOUND:VERSION public');
    assert.equal(await refused('/v2.0/nothing'), '404 RESOURCE_NOT_FOUND:PATH public');
    assert.equal(await refused('/nothing'), '404 RESOURCE_NOT_FOUND:PATH public');
  });

  it('public: vehicles come in pages', async () => {
    const page = async (query: string) =>
      vehicleList.parse(await (await client.get(`/v2.0/vehicles?${query}`, token)).json());
    const all = (await page('')).vehicles;
    const second = await page('limit=4&offset=4');
    assert.deepEqual(second.vehicles, all.slice(4));
    assert.deepEqual([second.paging.count, second.paging.offset], [6, 4]);
    assert.equal(await refused('/v2.0/vehicles?limit=51'), '400 VALIDATION:PARAMETER assumed');
    assert.equal(await refused('/v2.0/vehicles?offset=-1'), '400 VALIDATION:PARAMETER assumed');
  });

  it('public: data comes with its headers', async () => {
    const { headers } = await client.get('/v2.0/user', token, { 'SC-Unit-System': 'imperial' });
    assert.equal(headers.get('SC-Fetched-At'), new Date(noon).toISOString());
    assert.equal(headers.get('SC-Data-Age'), new Date(noon).toISOString());
    assert.equal(headers.get('SC-Unit-System'), 'imperial');
    assert.match(headers.get('SC-Request-Id') ?? '', /^[0-9a-f-]{36}$/);
  });
});
