import assert from 'node:assert/strict';
import { RememberedVehicles } from '../../../../src/vehicles/data/remembered-vehicles.ts';
import { MapStore } from '../fixture.ts';

const bmw = { id: 'v1', make: 'BMW', model: 'i4', year: 2023 };

describe('what is kept of vehicles', () => {
  it('outlives the window, for each owner in each environment by itself', () => {
    const store = new MapStore();
    const memory = new RememberedVehicles(store);
    const own = memory.of('sandbox', 'owner-1');
    own.setPinned('v2', true);
    own.setPinned('v1', true);
    own.setPinned('v2', false);
    own.add({ id: 'v9', make: 'mini' });
    own.keepAttributes({ value: bmw, fetchedAt: 5 });
    memory.dispose();

    const later = new RememberedVehicles(store);
    const { pinned, added } = later.of('sandbox', 'owner-1');
    assert.deepEqual([pinned, added], [['v1'], [{ id: 'v9', make: 'mini' }]]);
    assert.deepEqual(later.of('sandbox', 'owner-1').attributes('v1'), { value: bmw, fetchedAt: 5 });
    for (const [environment, owner] of [
      ['staging', 'owner-1'],
      ['sandbox', 'owner-2'],
    ] as const) {
      const other = later.of(environment, owner);
      assert.deepEqual([other.pinned, other.added, other.attributes('v1')], [[], [], undefined]);
    }
  });

  it('forgets a vehicle whole', () => {
    const own = new RememberedVehicles(new MapStore()).of('sandbox', 'owner-1');
    own.setPinned('v1', true);
    own.add({ id: 'v1', make: 'BMW' });
    own.forget('v1');
    assert.deepEqual([own.pinned, own.added], [[], []]);
  });

  it('keeps the names that were read last, and not without end', () => {
    const store = new MapStore();
    const memory = new RememberedVehicles(store);
    const own = memory.of('sandbox', 'owner-1');
    for (let at = 0; at < 5100; at++) own.keepAttributes({ value: { ...bmw, id: `v${at}` }, fetchedAt: at });
    memory.dispose();
    const later = new RememberedVehicles(store).of('sandbox', 'owner-1');
    assert.equal(later.attributes('v99'), undefined);
    assert.equal(later.attributes('v100')?.fetchedAt, 100);
  });

  it('takes what it can’t read for nothing', () => {
    const store = new MapStore();
    void store.update('vehicleData.said.1/sandbox/owner-1', { pinned: [1, 'v1'], added: 'all', other: true });
    void store.update('vehicleData.names.1', 'none');
    const own = new RememberedVehicles(store).of('sandbox', 'owner-1');
    assert.deepEqual([own.pinned, own.added, own.attributes('v1')], [['v1'], [], undefined]);
  });
});
