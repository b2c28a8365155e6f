import assert from 'node:assert/strict';
import { encodeRecords } from '../../../../../src/extension/records/export/export-encoders.ts';
import { recordText } from '../../../../../src/extension/records/export/record-text.ts';
import { recordFile } from '../../../../../src/extension/records/file/record-file.ts';
import { BatchMerger } from '../../../../../src/extension/records/load/batch-merger.ts';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';
import { exportFormats } from '../../../../../src/viewer/messages/export-format.ts';
import { fullForm, modelForm } from '../../../../../src/service/records/wire-format.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { storeOfValues } from '../../../viewer/stores.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';
import { chargeValue } from '../../../service/v3/bodies.ts';

const ongoing = { id: 'CHG124', startTime: '2023-10-16T00:00:00Z', chargingType: 'DC' };

async function written(values: readonly unknown[], form = fullForm): Promise<LoadedBatch[]> {
  const batches: LoadedBatch[] = [];
  const body = bodyOf(JSON.stringify({ records: values }));
  for await (const batch of readColumns(body, undefined, { form })) batches.push({ batch });
  return batches;
}

const encoded = (batches: readonly LoadedBatch[], format: (typeof exportFormats)[number]) =>
  [...encodeRecords(batches, format)].join('');

async function csvOf(...values: readonly unknown[]): Promise<string[]> {
  return encoded(await written(values), 'csvWithoutMark')
    .trimEnd()
    .split('\r\n');
}

async function readAgain(text: string): Promise<LoadedBatch[]> {
  const { body, reading } = recordFile(Buffer.from(text));
  const batches: LoadedBatch[] = [];
  for await (const batch of readColumns(body, undefined, reading)) batches.push({ batch });
  return batches;
}

/** What columns say, with texts in place of codes. */
function valuesOf(values: readonly unknown[]) {
  const store = storeOfValues(values, fullForm);
  return Array.from({ length: store.rows }, (_, row) => ({
    ...{ start: store.chargeStart.at(row), end: store.chargeEnd.at(row), energy: store.energy.at(row) },
    location: store.locations[store.location.at(row)],
    levels: [store.startPercentRemaining.at(row), store.endPercentRemaining.at(row)],
    ...{ public: store.isPublic.at(row), type: store.chargingTypes[store.chargingType.at(row)] },
    id: store.ids[store.id.at(row)],
    cost: [store.cost.at(row), store.currencies[store.currency.at(row)]],
    place: [store.latitude.at(row), store.longitude.at(row)],
    problems: store.problemsOf(row),
  }));
}

describe('an export of records of version 3', () => {
  it('has in CSV the values by the names and in the scales of all exports, and ID, cost and coordinates behind them', async () => {
    assert.deepEqual(await csvOf(chargeValue, ongoing), [
      'chargeStart,chargeEnd,location,energy,isPublic,startPercentRemaining,endPercentRemaining,chargingType,' +
        'id,cost,currency,latitude,longitude,problems,notInTheContract,asItCame',
      '"2023-10-15T00:00:00Z","2023-10-15T08:00:00Z","Home Charger",40.5,false,0.2,0.9,"J1772",' +
        '"CHG123",12.5,"USD",37.7749,-122.4194,,,' +
        '"{""cost"":{""currency"":""USD"",""otherAmount"":2,""energyAmount"":10.5},' +
        '""location"":{""name"":""Home Charger"",""address"":""123 Main St"",""latitude"":37.7749,""longitude"":-122.4194}}"',
      '"2023-10-16T00:00:00Z",,,,,,,"DC","CHG124",,,,,,,"[{""id"":""CHG124"",""startTime"":""2023-10-16T00:00:00Z"",' +
        '""chargingType"":""DC""}]"',
    ]);
  });

  it('has in CSV texts whole, digits as they came, and what the contract does not know apart', async () => {
    const long = 'x'.repeat(1500);
    const [, line = ''] = await csvOf({
      ...{ id: `=${long}`, energyAdded: 0, location: { name: '', address: long, latitude: 5e-7, altitude: 3 } },
      ...{ energy: 1, tariff: { price: 0.1 } },
    });
    const cells = line.split(',');
    assert.deepEqual([cells[2], cells[8], cells[11]], [`"${long}"`, `"'=${long}"`, '5e-7']);
    assert.ok(line.includes(',"{""energy"":1,""tariff"":{""price"":0.1}}",'), line);
  });

  it('says in CSV what is wrong with a value, and what came', async () => {
    const [, line] = await csvOf({
      ...{ id: 7, startStateOfCharge: 101, endTime: 'soon', cost: { energyAmount: -1, currency: 978 } },
      location: { name: 'Home', latitude: 91 },
    });
    const problems = [
      ...[
        'chargeEnd: not-a-timestamp ""soon""',
        'id: wrong-type 7',
        'cost: negative {""energyAmount"":-1,""currency"":978}',
      ],
      ...['currency: wrong-type 978', 'latitude: no-such-place 91', 'startPercentRemaining: not-a-fraction 101'],
    ];
    assert.ok(line?.startsWith(`,,"Home",,,1.01,,,,-1,,91,,"${problems.join('; ')}",,"{`), line);
  });

  it('has records to the letter in JSON and NDJSON', async () => {
    const batches = await written([chargeValue, ongoing]);
    assert.deepEqual(JSON.parse(encoded(batches, 'json')), { records: [chargeValue, ongoing] });
    const lines = encoded(batches, 'ndjson').trimEnd().split('\n');
    assert.deepEqual(
      lines,
      [chargeValue, ongoing].map((each) => JSON.stringify(each)),
    );
  });

  it('has all that is known of a record that was not kept as it came', async () => {
    const batches = (await written([chargeValue])).map(({ batch }) => ({ batch: { ...batch, raw: undefined } }));
    const [line = ''] = encoded(batches, 'ndjson').split('\n');
    const { id, cost, currency, latitude, longitude } = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual([id, cost, currency, latitude, longitude], ['CHG123', 12.5, 'USD', 37.7749, -122.4194]);
    assert.match(recordText(batches, 0), /"cost": 12\.5/);
  });

  it('leaves columns empty for vehicles that are read by version 2.0, and says whose each record is', async () => {
    const merger = new BatchMerger();
    const vehicle = (id: string) => ({ vehicle: { id, make: 'BMW', model: 'i4' } });
    const batches: LoadedBatch[] = [
      ...(await written([record({ energy: -1 })], modelForm)).map(({ batch }) => ({
        ...{ batch: merger.add(0, batch), source: vehicle('a') },
      })),
      ...(await written([chargeValue])).map(({ batch }) => ({ batch: merger.add(1, batch), source: vehicle('b') })),
    ];
    const [head, first, second] = encoded(batches, 'csvWithoutMark').split('\r\n');
    assert.match(head ?? '', /^vehicleId,.*,longitude,problems,notInTheContract,asItCame$/);
    assert.match(first ?? '', /^"a",.*,"DC",,,,,,"energy: negative -1",,$/);
    assert.match(second ?? '', /^"b",.*,"CHG123",12\.5,"USD",37\.7749,-122\.4194,,,"\{/);
  });

  for (const format of exportFormats) {
    it(`is read again from ${format}`, async () => {
      const half = {
        ...ongoing,
        cost: { currency: 'EUR', energyAmount: 7.25 },
        location: { latitude: 1.5, longitude: 2 },
      };
      const values = [chargeValue, ongoing, half, { ...ongoing, startStateOfCharge: 57 }];
      const again = await readAgain(encoded(await written(values), format));
      assert.ok(again.every(({ batch }) => batch.extra && batch.problems.rows.length === 0));
      const records = JSON.parse(encoded(again, 'json')) as { records: unknown[] };
      assert.deepEqual(valuesOf(records.records), valuesOf(values));
      assert.deepEqual(records.records, values);
    });
  }

  it('is read again from CSV whose cells are of another type, which are marked', async () => {
    const [again] = await readAgain('chargeStart,cost,latitude\r\n2023-10-16T00:00:00Z,free,north\r\n');
    assert.deepEqual(again?.batch.problems.newReceived, ['"free"', '"north"']);
  });
});
