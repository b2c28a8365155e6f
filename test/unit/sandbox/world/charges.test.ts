import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { apiError, chargeRecord, chargeRecords } from '../../../../src/service/v2/contract.ts';
import { charges, chargeWindow, countCharges } from '../../../../src/sandbox/world/charges.ts';
import { dayMs } from '../../../../src/common/date-range.ts';
import { toChargeRecord } from '../../../../src/sandbox/v2/vehicle-routes.ts';
import { checkScenario } from '../../../../src/sandbox/scenario.ts';
import { buildWorld } from '../../../../src/sandbox/world/world.ts';
import { noon, SandboxClient } from '../client.ts';

describe('generated charges', () => {
  const world = buildWorld(1);
  const [car] = world.owners[0]?.vehicles ?? [];
  assert.ok(car);
  const listed = (now: number, dates = {}) => [...charges(world, car, chargeWindow(dates, now, 0))].map(toChargeRecord);

  it('only what has ended is there, oldest first, never two at a time', () => {
    // Through the night, an hour at a time: charges at home are under way then.
    for (let hour = 0; hour < 24; hour++) {
      const now = noon + hour * 60 * 60 * 1000;
      let end = '';
      for (const record of listed(now)) {
        assert.ok(record.chargeStart >= end, `${record.chargeStart} starts before ${end}`);
        assert.ok(record.chargeEnd > record.chargeStart);
        end = record.chargeEnd;
      }
      assert.ok(Date.parse(end) <= now);
    }
  });

  it('recordsPerVehicle is their exact number, at any time of day', () => {
    const many = buildWorld(1, checkScenario({ recordsPerVehicle: 1234 }));
    const [first] = many.owners[0]?.vehicles ?? [];
    assert.ok(first);
    for (const now of [noon, noon + dayMs / 3, noon + 7.9 * dayMs]) {
      const records: unknown[] = [...charges(many, first, chargeWindow({}, now, 0))].map(toChargeRecord);
      assert.equal(records.length, 1234);
      assert.equal(countCharges(many, first, chargeWindow({}, now, 0)), 1234);
      for (const record of records) chargeRecord.parse(record);
      // Days are counted whole, but for the first and the last of an odd window.
      for (const [from, to] of [
        [noon - 9.3 * dayMs, noon - 2.6 * dayMs],
        [noon - dayMs / 2, noon],
        [noon, noon - dayMs],
      ]) {
        const window = { from: from ?? 0, to: to ?? 0, endedBy: now };
        assert.equal(countCharges(many, first, window), [...charges(many, first, window)].length);
      }
    }
  });
});

describe('charge records of version 2.0', () => {
  it('are the same bytes as ever, for each seed', () => {
    const digest = (seed: number, recordsPerVehicle?: number) => {
      const world = buildWorld(seed, { recordsPerVehicle });
      const records = world.owners.flatMap(({ vehicles }) =>
        vehicles.map((vehicle) => [...charges(world, vehicle, chargeWindow({}, noon, 0))].map(toChargeRecord)),
      );
      return createHash('sha256').update(JSON.stringify(records)).digest('hex').slice(0, 16);
    };
    assert.deepEqual([digest(1), digest(2), digest(3)], ['97dc2bc9787477e0', '60fd389f4ff41fbb', '294cbce14ad25f0a']);
    assert.deepEqual([digest(1, 500), digest(2, 500)], ['43ad2531dc07ee38', 'df0e2e956950ecec']);
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

  it('is forgotten some years later, when another one is made', async () => {
    for (const location of ['Then', 'Later']) {
      await simulate({ location });
      await client.control('/clock', 'POST', { advance: 2 * 365 * 86_400 });
    }
    await simulate({ location: 'Now' });
    const state = await (await client.control('/state')).text();
    assert.deepEqual(
      ['Then', 'Later', 'Now'].map((each) => state.includes(each)),
      [false, true, true],
    );
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
