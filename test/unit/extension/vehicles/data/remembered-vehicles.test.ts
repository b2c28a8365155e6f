import assert from 'node:assert/strict';
import { RememberedVehicles } from '../../../../../src/extension/vehicles/data/remembered-vehicles.ts';
import { MapStore } from '../fixture.ts';

describe('what is kept of vehicles', () => {
  it('outlives the window, for each owner in each environment by itself', () => {
    const store = new MapStore();
    const own = new RememberedVehicles(store, 'sandbox', 'owner-1');
    own.setPinned('v2', true);
    own.setPinned('v1', true);
    own.setPinned('v2', false);
    own.add('v9');

    const later = new RememberedVehicles(store, 'sandbox', 'owner-1');
    assert.deepEqual([later.pinned, later.added], [['v1'], ['v9']]);
    for (const [environment, owner] of [
      ['staging', 'owner-1'],
      ['sandbox', 'owner-2'],
    ] as const) {
      const other = new RememberedVehicles(store, environment, owner);
      assert.deepEqual([other.pinned, other.added], [[], []]);
    }
  });

  it('forgets a vehicle whole', () => {
    const own = new RememberedVehicles(new MapStore(), 'sandbox', 'owner-1');
    own.setPinned('v1', true);
    own.add('v1');
    own.forget('v1');
    assert.deepEqual([own.pinned, own.added], [[], []]);
  });

  it('takes what it can’t read for nothing', () => {
    const store = new MapStore();
    void store.update('vehicleData.said.1/sandbox/owner-1', { pinned: [1, 'v1'], added: 'all', other: true });
    const own = new RememberedVehicles(store, 'sandbox', 'owner-1');
    assert.deepEqual([own.pinned, own.added], [['v1'], []]);
  });
});
