import assert from 'node:assert/strict';
import { apiError, chargeRecord, chargeRecords, vehicleList } from '../../../../src/service/v2/contract.ts';
import type { Scenario } from '../../../../src/sandbox/scenario.ts';
import { closedAfterEach, noon, SandboxClient } from '../client.ts';

describe('whole state of the sandbox', () => {
  const start = closedAfterEach((scenario?: Scenario) => SandboxClient.start({ scenario }));

  it('is saved and loaded, tokens and time included', async () => {
    const client = await start();
    const { access_token } = await client.pair();
    await client.control('/clock', 'POST', { advance: 100, freeze: true });
    const saved: unknown = await (await client.control('/state')).json();
    await client.control('/reset', 'POST');
    assert.equal((await client.get('/v2.0/user', access_token)).status, 401);
    assert.equal((await client.control('/state', 'PUT', saved)).status, 200);
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
    assert.equal(client.sandbox.clock.now(), noon + 100_000);
  });

  it('is checked before it is loaded', async () => {
    const client = await start();
    const { access_token } = await client.pair();
    const saved = (await (await client.control('/state')).json()) as object;
    const cases: [unknown, RegExp][] = [
      [{ ...saved, seed: 2 }, /^seed: the state is of seed 2, and this sandbox has 1/],
      [{ ...saved, grants: {} }, /^grants: /],
      [{ ...saved, clock: { realMs: 0, sandboxMs: 1e300, speed: 1, frozen: true } }, /^clock\.sandboxMs: /],
      ['[', /^the whole: /],
    ];
    for (const [state, reason] of cases) {
      const answer = await client.control('/state', 'PUT', state);
      assert.equal(answer.status, 400);
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
  });

  it('begins as the scenario says, and again after a reset', async () => {
    const client = await start({
      $schema: 'http://localhost:1/sandbox/scenario.schema.json',
      clock: { set: '2026-01-01', freeze: true },
      faults: [{ operation: 'user', times: 1, error: { type: 'BILLING' } }],
    });
    const reading = { now: '2026-01-01T00:00:00.000Z', frozen: true, speed: 1 };
    assert.deepEqual(await (await client.control('/clock')).json(), reading);
    const { access_token } = await client.pair();
    assert.equal((await client.get('/v2.0/user', access_token)).status, 430);
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
    await client.control('/clock', 'POST', { advance: 60 });
    assert.deepEqual(await (await client.control('/reset', 'POST')).json(), reading);
    assert.equal(client.sandbox.faults.list.length, 1);
  });

  it('has thousands of vehicles on request', async () => {
    const client = await start({ owners: [{ name: 'Fleet', vehicles: { count: 3000 } }] });
    const { access_token } = await client.pair();
    const { paging, vehicles } = vehicleList.parse(
      await (await client.get('/v2.0/vehicles?limit=50&offset=2960', access_token)).json(),
    );
    assert.deepEqual([paging.count, vehicles.length], [3000, 40]);
    assert.equal((await client.get(`/v2.0/vehicles/${vehicles[39] ?? ''}`, access_token)).status, 200);
  });
});

describe('a simulated charge', () => {
  let client: SandboxClient;
  let bmw: string;
  let token: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
    bmw = (await client.vehicleIds(token))[0] ?? '';
  });
  afterEach(() => client.close());

  const records = async () =>
    chargeRecords.parse(await (await client.get(`/v2.0/vehicles/${bmw}/bmw/charge/records`, token)).json()).records;
  const simulate = (request: object) => client.control('/charges', 'POST', { vehicleId: bmw, ...request });

  it('has just ended, is in the default range, and leaves the others as they were', async () => {
    const before = await records();
    const { versions, ...made } = chargeRecord.parse(await (await simulate({})).json());
    assert.deepEqual(versions, ['2.0', '3']);
    assert.equal(Date.parse(made.chargeEnd), noon);
    assert.ok(Date.parse(made.chargeStart) < noon && made.energy > 0);
    assert.deepEqual(await records(), [...before, made]);
    const view = (await (await client.control('/')).json()) as { vehicles: { records: number }[] };
    assert.equal(view.vehicles[0]?.records, before.length + 1);
    await client.control('/clock', 'POST', { advance: 31 * 86_400 });
    token = (await client.pair()).access_token;
    assert.ok(!(await records()).some(({ location }) => location === made.location), 'out of the window it is gone');
  });

  it('takes what it is told, and does not overlap the one before', async () => {
    const wanted = {
      startPercentRemaining: 0.1,
      endPercentRemaining: 0.2,
      energy: 9.5,
      location: 'Here',
      isPublic: false,
      chargingType: 'AC',
    };
    const first = chargeRecord.parse(await (await simulate({ ...wanted, durationMinutes: 1 })).json());
    assert.deepEqual(first, { ...first, ...wanted });
    assert.equal(Date.parse(first.chargeEnd) - Date.parse(first.chargeStart), 60_000);
    await client.control('/clock', 'POST', { advance: 600 });
    const second = chargeRecord.parse(await (await simulate({ durationMinutes: 60 })).json());
    assert.equal(second.chargeStart, first.chargeEnd);
  });

  it('is refused where there can be none, naming the field', async () => {
    const cases: [object, RegExp][] = [
      [{ vehicleId: 'none' }, /^vehicleId: is not a vehicle of the sandbox/],
      [{ endPercentRemaining: 0.1 }, /^endPercentRemaining: /],
      [{ energy: '9' }, /^energy: /],
      [{ durationMinutes: 0 }, /^durationMinutes: /],
    ];
    for (const [request, reason] of cases) {
      const answer = await simulate(request);
      assert.equal(answer.status, 400);
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
  });
});
