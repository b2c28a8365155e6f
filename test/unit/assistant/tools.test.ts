import assert from 'node:assert/strict';
import type { ChargeRecord, ChargeRecordsQuery, NominalCapacity } from '../../../src/api.ts';
import { mostRecords, toolsOf } from '../../../src/assistant/tools.ts';

const vehicle = { id: 'vehicle-1', make: 'BMW', model: 'iX', year: 2024 };
const candidates = [{ capacity: 70.9, description: null }];

function charge(day: number, isPublic = false): ChargeRecord {
  return {
    chargeStart: `2026-11-${String(day).padStart(2, '0')}T18:00:00Z`,
    chargeEnd: `2026-11-${String(day).padStart(2, '0')}T20:00:00Z`,
    location: 'Home',
    energy: 10,
    isPublic,
    startPercentRemaining: 0.2,
    endPercentRemaining: 0.4,
    chargingType: 'AC',
  };
}

function setup(capacity: NominalCapacity, records: readonly ChargeRecord[] = []) {
  const asked: ChargeRecordsQuery[] = [];
  const tools = toolsOf(
    {
      vehicles: () => Promise.resolve([vehicle]),
      nominalCapacity: () => Promise.resolve(capacity),
      chargeRecords: (query) => Promise.resolve((asked.push(query), records)),
    },
    (text) => text,
  );
  return { tools, asked };
}

const determined: NominalCapacity = { case: 'determined', nominal: 70.9, candidates };

describe('tools for language models', () => {
  it('list vehicles', async () => {
    const { tools } = setup(determined);
    assert.deepEqual(await tools.list_vehicles.answer({}), { vehicles: [vehicle] });
  });

  it('tell the capacity, and the way to the owner’s choice where there is one', async () => {
    const cases: readonly NominalCapacity[] = [
      determined,
      { case: 'undetermined', candidates, canChoose: true },
      { case: 'undetermined', candidates, canChoose: false },
      { case: 'selected', nominal: 70.9, candidates, canChoose: true },
    ];
    const answers = cases.map((capacity) =>
      setup(capacity).tools.get_nominal_capacity.answer({ vehicleId: 'vehicle-1' }),
    );
    const [known, open, closed, selected] = await Promise.all(answers);
    assert.deepEqual([known, closed, selected], [cases[0], cases[2], cases[3]]);
    assert.match(JSON.stringify(open), /"case":"undetermined".*vehicleData\.chooseCapacity/);
  });

  it('count all charge records, and show the last ones', async () => {
    const records = Array.from({ length: 250 }, (_, index) => charge((index % 28) + 1, index < 50));
    const { tools, asked } = setup(determined, records);
    const input = { vehicleId: 'vehicle-1', make: 'BMW', startDate: '2026-11-01', endDate: '' };
    const answer = await tools.get_charge_records.answer(input);
    assert.deepEqual(asked, [{ vehicleId: 'vehicle-1', make: 'BMW', startDate: '2026-11-01', endDate: undefined }]);
    assert.deepEqual(Reflect.get(answer, 'total'), { charges: 250, energy: 2500, public: 50 });
    assert.deepEqual(Reflect.get(answer, 'records'), records.slice(-mostRecords));
  });

  it('ask the user before personal data go to a model, and only then', () => {
    const { tools } = setup(determined);
    assert.match(tools.get_charge_records.confirmation ?? '', /where and when/);
    assert.equal(tools.list_vehicles.confirmation, undefined);
    assert.equal(tools.get_nominal_capacity.confirmation, undefined);
  });

  it('say which input is missing and where to get it', async () => {
    const { tools, asked } = setup(determined);
    for (const input of [undefined, null, {}, { vehicleId: 7 }, { vehicleId: 'vehicle-1' }]) {
      await assert.rejects(tools.get_charge_records.answer(input), /is missing. Ask list_vehicles/);
    }
    assert.deepEqual(asked, []);
  });
});
