import assert from 'node:assert/strict';
import type { NominalCapacity } from '../../../../src/extension/api.ts';
import { exportedApi } from '../../../../src/extension/exported-api.ts';
import { readVehicles } from '../../../../src/service/client-reader.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import type { Page, VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import type { NominalCapacity as CapacityOfService } from '../../../../src/service/model/vehicles.ts';
import { closeServers, reply, serve } from '../../service/http/loopback.ts';
import { environmentAt, vehicleDataOf } from '../../service/vehicle-data.ts';

const candidates = [{ capacity: 70.9, description: null }];
const selectUrl = 'https://connect.example/battery-capacity?token=CANARY&redirect_uri=';

async function readerOf(client: Partial<VehicleData>) {
  return exportedApi(() => Promise.resolve(client as VehicleData)).forSession({ accessToken: 'token' });
}

async function capacityOf(capacity: CapacityOfService): Promise<NominalCapacity> {
  const reader = await readerOf({ nominalCapacity: () => Promise.resolve(capacity) });
  return reader.nominalCapacity('vehicle-1');
}

/** A service that lists `total` vehicles, or says that there are more, and knows the names of some. */
function listing(ids: readonly string[], total: number, known: (id: string) => boolean): Partial<VehicleData> {
  return {
    vehicleIds: ({ offset, limit }) => Promise.resolve({ ids: ids.slice(offset, offset + limit), total }),
    vehicle: (id) =>
      known(id)
        ? Promise.resolve({ id, make: 'BMW', model: 'iX', year: 2024 })
        : Promise.reject(new Error(`${id} is not known`)),
  };
}

describe('the API for other extensions', () => {
  it('keeps the address of the owner’s choice, which holds a token, to itself', async () => {
    for (const capacity of [
      { case: 'undetermined', candidates, selectUrl },
      { case: 'selected', nominal: 70.9, candidates, selectUrl },
    ] as const) {
      assert.doesNotMatch(JSON.stringify(await capacityOf(capacity)), /CANARY|selectUrl/);
    }
  });

  it('gives signals as plain data, with the reason for each that has no value', async () => {
    const error = new ServiceError('Not granted.', {
      kind: 'api',
      turn: 'developer',
      nextStep: 'Connect.',
      sent: true,
    });
    const common = { group: 'G', raw: () => 'CANARY' };
    const signals = [
      { code: 'g-a', name: 'A', ...common, body: { value: 1 }, updatedAt: 0, view: 'records' as const },
      { code: 'g-b', name: 'B', ...common, error },
    ];
    const reader = await readerOf({ signals: () => Promise.resolve({ signals, total: 2, capacity: error }) });
    assert.deepEqual(await reader.signals('vehicle-1'), [
      { code: 'g-a', name: 'A', group: 'G', body: { value: 1 }, updatedAt: '1970-01-01T00:00:00.000Z' },
      { code: 'g-b', name: 'B', group: 'G', failure: { message: 'Not granted.', nextStep: 'Connect.' } },
    ]);
    const older = await readerOf({ signals: () => Promise.resolve(undefined) });
    await assert.rejects(older.signals('vehicle-1'), { nextStep: /version 3/ });
  });

  it('reads every page of the list, and says which vehicles it can’t read, and why', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `vehicle-${index}`);
    const reader = await readerOf(listing(ids, 120, (id) => id !== 'vehicle-7'));
    const read = await reader.vehicles();
    assert.deepEqual(
      read.map(({ id }) => id),
      ids.filter((id) => id !== 'vehicle-7'),
    );
    assert.deepEqual(read.unread, [{ id: 'vehicle-7', error: new Error('vehicle-7 is not known') }]);
  });

  it('sends nothing more once it is cancelled', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `vehicle-${index}`);
    const stop = new AbortController();
    const signals: (AbortSignal | undefined)[] = [];
    const all = listing(ids, 20, () => true) as VehicleData;
    const client = {
      vehicleIds: (page: Page, signal?: AbortSignal) => (signals.push(signal), all.vehicleIds(page)),
      vehicle: (id: string, signal?: AbortSignal) => {
        signals.push(signal);
        stop.abort();
        return all.vehicle(id);
      },
    };
    await assert.rejects(readVehicles(client, { signal: stop.signal, progress: () => undefined }), {
      name: 'AbortError',
    });
    assert.ok(signals.length < 10 && signals.every((signal) => signal === stop.signal));
  });

  it('reads all of them from a service that closes each connection once before it answers', async () => {
    const ids = Array.from({ length: 63 }, (_, index) => `vehicle-${index}`);
    const asked = new Set<string>();
    const baseUrl = await serve((request, response) => {
      const path = request.url ?? '';
      if (!asked.has(path)) return (asked.add(path), request.socket.destroy());
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      const offset = Number(searchParams.get('offset'));
      const body = pathname.endsWith('/vehicles')
        ? { vehicles: ids.slice(offset, offset + 50), paging: { count: 63, offset } }
        : { id: pathname.split('/').at(-1), make: 'BMW', model: 'i4', year: 2023 };
      return reply(200, body)(request, response);
    });
    const read = await (await readerOf(vehicleDataOf(environmentAt(baseUrl)))).vehicles();
    await closeServers();
    assert.deepEqual([read.length, read.unread], [63, []]);
  });

  it('ends with a page that brings nothing new, whatever the service counts', async () => {
    const reader = await readerOf(listing(['vehicle-1'], Infinity, () => true));
    assert.equal((await reader.vehicles()).length, 1);
  });

  it('is empty where there are no vehicles, and says why where none can be read', async () => {
    assert.equal((await (await readerOf(listing([], 0, () => true))).vehicles()).length, 0);
    const reader = await readerOf(listing(['vehicle-1', 'vehicle-2'], 2, () => false));
    await assert.rejects(reader.vehicles(), /vehicle-1 is not known/);
  });
});
