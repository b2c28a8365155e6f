import assert from 'node:assert/strict';
import { chargeRecordsBody, oneSignal, type Signal, signalList } from '../../../../src/service/v3/contract.ts';
import { closedAfterEach, noon } from '../client.ts';
import { Version3Client } from './client.ts';

const records = 'charge-chargerecords';
const [bmw, ford] = [0, 5];

async function signalOf(answer: Response): Promise<Signal> {
  assert.equal(answer.status, 200, await answer.clone().text());
  const read = oneSignal.parse(await answer.json());
  return ('data' in read ? read.data : read) as Signal;
}

describe('Signals of version 3', () => {
  const start = closedAfterEach((...options: Parameters<typeof Version3Client.start>) =>
    Version3Client.start(...options),
  );

  it('know the level of a charge that goes on, which is listed once', async () => {
    const client = await start();
    const vehicleId = client.vehicleIds[bmw];
    await client.client.control('/charges', 'POST', { vehicleId, ongoing: true, durationMinutes: 60 });
    client.client.sandbox.clock.advance(1800);
    const level = await signalOf(await client.signal('tractionbattery-stateofcharge'));
    assert.deepEqual(level.attributes.body, { value: 55, unit: 'percent' });
    const { values } = chargeRecordsBody.parse((await signalOf(await client.signal(records))).attributes.body);
    assert.equal(new Set(values.map(({ id }) => id)).size, values.length);
  });

  it('are some thirty, of the permissions that are granted, in the groups and with the bodies of the public list', async () => {
    const all = await start();
    const granted = signalList.parse(await (await all.signals()).json()).data;
    assert.ok(granted.length >= 34, String(granted.length));
    for (const { attributes } of granted) {
      assert.ok(attributes.body && attributes.group && attributes.name, attributes.code);
      assert.equal(attributes.group.toLowerCase(), attributes.code.split('-', 1)[0]);
    }
    const few = await start({}, { scope: 'read_vehicle_info read_odometer' });
    const { data } = signalList.parse(await (await few.signals()).json());
    const readable = data.filter(({ attributes }) => attributes.status?.value === 'SUCCESS');
    assert.deepEqual(
      readable.map(({ attributes }) => attributes.code),
      ['odometer-traveleddistance', 'connectivitystatus-isonline', 'connectivitystatus-isasleep'],
    );
    assert.ok(data.every((each) => readable.includes(each) || each.attributes.status?.error?.type === 'PERMISSION'));
    assert.equal(data.length, granted.length);
  });

  it('list a charge that was added to a make without charge records in version 2.0, which goes on refusing it', async () => {
    const client = await start();
    const vehicleId = client.vehicleIds[ford];
    const added = await client.client.control('/charges', 'POST', { vehicleId, energy: 12.5 });
    assert.equal(added.status, 201);
    assert.deepEqual(((await added.json()) as { versions: string[] }).versions, ['3']);
    const { values } = chargeRecordsBody.parse((await signalOf(await client.signal(records, ford))).attributes.body);
    const last = values.at(-1);
    assert.deepEqual([Date.parse(last?.endTime ?? ''), last?.energyAdded], [noon, 12.5]);
    const refused = await client.version2('/ford/charge/records', ford);
    assert.equal(((await refused.json()) as { code: string }).code, 'MAKE_NOT_COMPATIBLE');
    const overview = (await (await client.client.control('/')).json()) as {
      vehicles: { id: string; records: number | null; charges: number }[];
    };
    const summary = overview.vehicles.find(({ id }) => id === vehicleId);
    assert.deepEqual([summary?.records, summary?.charges], [null, values.length]);
  });

  it('are served as a scenario has them', async () => {
    const client = await start({
      scenario: {
        owners: [
          {
            name: 'Kim',
            vehicles: [
              {
                make: 'BMW',
                model: 'iX1',
                year: 2025,
                signals: {
                  [records]: { values: [{ startTime: 17 }, null], cost: 'much' },
                  'odometer-traveleddistance': { value: 17 },
                },
              },
            ],
          },
        ],
      },
    });
    const body = { values: [{ startTime: 17 }, null], cost: 'much' };
    assert.deepEqual((await signalOf(await client.signal(records))).attributes.body, body);
    assert.deepEqual((await signalOf(await client.signal('odometer-traveleddistance'))).attributes.body, {
      value: 17,
    });
  });

  it('stream a list of charges that is long', async () => {
    const client = await start({ scenario: { recordsPerVehicle: 5000 } });
    const { values } = chargeRecordsBody.parse((await signalOf(await client.signal(records))).attributes.body);
    assert.equal(values.length, 5000);
    const { data } = signalList.parse(await (await client.signals()).json());
    assert.equal(chargeRecordsBody.parse(data.at(-1)?.attributes.body).values.length, 5000);
  });
});
