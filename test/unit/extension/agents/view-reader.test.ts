import assert from 'node:assert/strict';
import { viewReader } from '../../../../src/extension/agents/view-reader.ts';
import type { RecordPart } from '../../../../src/service/client-reader.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import type { ChargeRecordsQuery } from '../../../../src/service/model/vehicles.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';

const vehicle = { id: 'vehicle-1', make: 'BMW', model: 'iX', year: 2024 };
const record = {
  ...{ chargeStart: '2026-11-01T18:00:00Z', chargeEnd: '2026-11-01T20:00:00Z', location: 'Home', energy: 10 },
  ...{ isPublic: false, startPercentRemaining: 0.2, endPercentRemaining: 0.4, chargingType: 'AC' },
};
const { signal } = new AbortController();

async function partsOf(parts: AsyncIterable<RecordPart>): Promise<readonly RecordPart[]> {
  const all: RecordPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

function setup(view: Partial<Parameters<typeof viewReader>[0]> = {}) {
  const asked: (ChargeRecordsQuery & { readonly sessionId: string })[] = [];
  const details = { kind: 'api', turn: 'retry', nextStep: 'Wait a minute.', sent: true } as const;
  const error = new ServiceError('Too many requests.', details);
  const reader = viewReader(
    {
      vehicles: () => Promise.resolve({ vehicles: [vehicle], unread: [{ id: 'vehicle-2', error }] }),
      nominalCapacity: () =>
        Promise.resolve({ case: 'undetermined', candidates: [], selectUrl: 'https://connect.example/?token=CANARY' }),
      sessionOf: () => Promise.resolve('session-1'),
      ...view,
    },
    {
      of: (sessionId) => {
        const chargeRecords: VehicleData['chargeRecords'] = (query) => {
          asked.push({ ...query, sessionId });
          const bytes = new TextEncoder().encode(JSON.stringify({ records: [record, { energy: 'x' }] }));
          const body = ReadableStream.from([bytes]);
          return Promise.resolve({ body, requestId: undefined, fetchedAt: undefined });
        };
        return { chargeRecords } as VehicleData;
      },
    },
  );
  return { reader, asked };
}

describe('the vehicles of the view, read for agents', () => {
  it('bring their records by the session and the make that the view knows, and count those that break the contract', async () => {
    const { reader, asked } = setup();
    const parts = await partsOf(reader.chargeRecords({ vehicleId: 'vehicle-1', startDate: '2026-11-01' }, signal));
    assert.deepEqual(parts, [{ records: [record], invalid: 1 }]);
    assert.deepEqual(asked, [{ sessionId: 'session-1', vehicleId: 'vehicle-1', make: 'BMW', startDate: '2026-11-01' }]);
  });

  it('keep the address of the owner’s choice, which holds a token, to themselves', async () => {
    assert.deepEqual(await setup().reader.nominalCapacity('vehicle-1', signal), {
      ...{ case: 'undetermined', candidates: [], canChoose: true },
    });
  });

  it('say why one can’t be read, and where to get the id of one', async () => {
    const { reader, asked } = setup();
    const read = (vehicleId: string) => partsOf(reader.chargeRecords({ vehicleId }, signal));
    await assert.rejects(read('vehicle-2'), /Too many requests/);
    await assert.rejects(read('other'), /No connected account has a vehicle with this id\. Call list_vehicles/);
    assert.deepEqual(asked, []);
  });

  it('are asked no further once the chat has been stopped', async () => {
    const stop = new AbortController();
    const vehicles = () => (stop.abort(), Promise.resolve({ vehicles: [vehicle], unread: [] }));
    const { reader, asked } = setup({ vehicles });
    await assert.rejects(partsOf(reader.chargeRecords({ vehicleId: 'vehicle-1' }, stop.signal)), /abort/i);
    assert.deepEqual(asked, []);
  });
});
