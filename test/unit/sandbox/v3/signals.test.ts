import assert from 'node:assert/strict';
import {
  apiErrors,
  capacityBody,
  chargeRecordsBody,
  oneSignal,
  type Signal,
  signalList,
} from '../../../../src/service/v3/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { noon } from '../client.ts';
import { Version3Client } from './client.ts';

const capacity = 'tractionbattery-nominalcapacity';
const records = 'charge-chargerecords';
const [bmw, mini, ford] = [0, 1, 5];

async function withClient(
  use: (client: Version3Client) => Promise<void>,
  options: SandboxOptions = {},
  parts: Parameters<typeof Version3Client.start>[1] = {},
) {
  const client = await Version3Client.start(options, parts);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function signalOf(answer: Response): Promise<Signal> {
  assert.equal(answer.status, 200, await answer.clone().text());
  const read = oneSignal.parse(await answer.json());
  return ('data' in read ? read.data : read) as Signal;
}

async function refusalOf(answer: Response): Promise<string> {
  const { errors } = apiErrors.parse(await answer.json());
  return `${answer.status} ${errors[0]?.type}:${errors[0]?.code} ${errors[0]?.detail}`;
}

describe('Signals of version 3', () => {
  it('are all in one answer, with what they are of', () =>
    withClient(async (client) => {
      const answer = await client.signals();
      const { data, meta } = signalList.parse(await answer.json());
      assert.deepEqual(
        data.map(({ id }) => id),
        [
          'vehicleidentification-vin',
          capacity,
          'tractionbattery-stateofcharge',
          'charge-ischarging',
          'charge-detailedchargingstatus',
          records,
        ],
      );
      assert.deepEqual(meta, { page: 1, pageSize: 6, totalCount: 6 });
      assert.equal(data[0]?.meta?.retrievedAt, noon / 1000);
      assert.equal(chargeRecordsBody.parse(data.at(-1)?.attributes.body).values.length > 5, true);
    }));

  it('come in pages where a size is asked for, and the pages make the whole', () =>
    withClient(async (client) => {
      const seen: string[] = [];
      let url: string | null | undefined = '?page[size]=4';
      for (let count = 0; url && count < 5; count++) {
        const answer: Response = await client.signals(bmw, url);
        const { data, links } = signalList.parse(await answer.json());
        seen.push(...data.map(({ id }) => id));
        url = links?.next ? new URL(links.next).search : null;
      }
      assert.equal(seen.length, 6);
      assert.equal(new Set(seen).size, 6);
      for (const query of ['?page[size]=0', '?page[size]=101', '?page[number]=-1', '?page[number]=x']) {
        assert.equal((await client.signals(bmw, query)).status, 400, query);
      }
      const beyond = signalList.parse(await (await client.signals(bmw, '?page[number]=9')).json());
      assert.deepEqual([beyond.data.length, beyond.meta?.totalCount], [0, 6]);
    }));

  it('need the user, and one who has the vehicle', () =>
    withClient(async (client) => {
      for (const path of ['signals', `signals/${capacity}`]) {
        const url = `/vehicles/${client.vehicleIds[0] ?? ''}/${path}`;
        assert.equal(
          await refusalOf(await client.get(url, { 'sc-user-id': '' })),
          '400 VALIDATION:MISSING_PARAMETER missing userId',
        );
        assert.match(
          await refusalOf(await client.get(url, { 'sc-user-id': 'other' })),
          /^404 RESOURCE_NOT_FOUND:VEHICLE_NOT_FOUND/,
        );
        assert.match(
          await refusalOf(await client.get(url, { Authorization: `Bearer ${client.accessToken}` })),
          /^401 AUTHENTICATION:UNAUTHORIZED/,
        );
      }
      assert.match(await refusalOf(await client.get('/vehicles/none/signals')), /VEHICLE_NOT_FOUND/);
      client.client.sandbox.clock.advance(3600);
      assert.match(await refusalOf(await client.signals()), /^401/);
    }));

  it('are stored only from a subscription on', () =>
    withClient(
      async (client) => {
        const { data, meta } = signalList.parse(await (await client.signals()).json());
        assert.deepEqual([data, meta], [[], { page: 1, pageSize: 1, totalCount: 0 }]);
        assert.match(await refusalOf(await client.signal(capacity)), /^404 RESOURCE_NOT_FOUND:SIGNAL_NOT_FOUND/);
      },
      {},
      { subscribed: false },
    ));

  it('fail one by one, inside 200', () =>
    withClient(async (client) => {
      const { attributes } = await signalOf(await client.signal(capacity, ford));
      assert.deepEqual(
        [attributes.status?.value, attributes.status?.error?.code, attributes.body],
        ['ERROR', 'VEHICLE_NOT_CAPABLE', undefined],
      );
      const { data } = signalList.parse(await (await client.signals(ford)).json());
      assert.equal(data.filter(({ attributes: { status } }) => status?.value === 'ERROR').length, 1);
    }));

  it('lack what the owner did not grant', () =>
    withClient(
      async (client) => {
        const { data } = signalList.parse(await (await client.signals()).json());
        const failed = data.filter(({ attributes: { status } }) => status?.error?.type === 'PERMISSION');
        assert.deepEqual(
          failed.map(({ id }) => id),
          ['vehicleidentification-vin', 'charge-ischarging', 'charge-detailedchargingstatus', records],
        );
      },
      {},
      { scope: 'read_battery' },
    ));

  it('know three cases of nominal capacity, and its plural', () =>
    withClient(async (client) => {
      const read = async (vehicle: number, code = capacity) =>
        capacityBody.parse((await signalOf(await client.signal(code, vehicle))).attributes.body);
      assert.deepEqual(await read(bmw), {
        source: 'SMARTCAR',
        capacity: 80.7,
        availableCapacities: [{ capacity: 80.7, description: null }],
        unit: 'kWhr',
      });
      assert.equal((await read(mini)).capacity, null);
      assert.equal((await read(mini)).availableCapacities?.length, 3);
      assert.deepEqual(await read(bmw, 'tractionbattery-nominalcapacities'), await read(bmw));
    }));

  it('say what public charges cost, in the currency of the place', () =>
    withClient(async (client) => {
      const currencies = new Set<unknown>();
      for (const [vehicle] of client.vehicleIds.entries()) {
        const answer = await client.signal(records, vehicle);
        const { values } = chargeRecordsBody.parse((await signalOf(answer)).attributes.body);
        for (const { cost, isPublicCharger, energyAdded, endTime } of values) {
          assert.equal(cost !== undefined, isPublicCharger === true && endTime !== undefined);
          if (!cost) continue;
          assert.ok((cost.energyAmount ?? 0) >= (energyAdded ?? NaN) * 0.5);
          currencies.add(cost.currency);
        }
      }
      assert.deepEqual([...currencies].sort(), ['EUR', 'GBP']);
    }));

  it('list the charge that goes on, without its end', () =>
    withClient(async (client) => {
      const vehicleId = client.vehicleIds[bmw];
      await client.client.control('/charges', 'POST', { vehicleId, ongoing: true, durationMinutes: 60 });
      client.client.sandbox.clock.advance(1800);
      const valuesNow = async () =>
        chargeRecordsBody.parse((await signalOf(await client.signal(records))).attributes.body).values;
      const values = await valuesNow();
      const last = values.at(-1);
      assert.deepEqual([last?.endTime, last?.energyAdded, last?.startStateOfCharge], [undefined, undefined, 30]);
      const level = await signalOf(await client.signal('tractionbattery-stateofcharge'));
      assert.deepEqual(level.attributes.body, { value: 55, unit: 'percent' });
      client.client.sandbox.clock.advance(1750);
      const { records: ofVersion2 } = (await (await client.version2('/bmw/charge/records')).json()) as {
        records: unknown[];
      };
      assert.equal(values.length, ofVersion2.length + 1);
      assert.equal((await valuesNow()).length, values.length);
      assert.equal(new Set(values.map(({ id }) => id)).size, values.length);
    }));

  it('list a charge that was added to a make without charge records in version 2.0, which goes on refusing it', () =>
    withClient(async (client) => {
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
    }));

  it('are served as a scenario has them', () =>
    withClient(
      async (client) => {
        const body = { values: [{ startTime: 17 }, null], cost: 'much' };
        assert.deepEqual((await signalOf(await client.signal(records))).attributes.body, body);
        assert.deepEqual((await signalOf(await client.signal('odometer-traveleddistance'))).attributes.body, {
          value: 17,
        });
      },
      {
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
      },
    ));

  it('stream a list of charges that is long', () =>
    withClient(
      async (client) => {
        const { values } = chargeRecordsBody.parse((await signalOf(await client.signal(records))).attributes.body);
        assert.equal(values.length, 5000);
        const { data } = signalList.parse(await (await client.signals()).json());
        assert.equal(chargeRecordsBody.parse(data.at(-1)?.attributes.body).values.length, 5000);
      },
      { scenario: { recordsPerVehicle: 5000 } },
    ));
});
