import assert from 'node:assert/strict';
import type { NominalCapacity } from '../../../src/api.ts';
import { exportedApi } from '../../../src/exported-api.ts';
import type { NominalCapacity as CapacityOfService } from '../../../src/service/model/vehicles.ts';

const candidates = [{ capacity: 70.9, description: null }];
const selectUrl = 'https://connect.example/battery-capacity?token=CANARY&redirect_uri=';

function read(capacity: CapacityOfService): Promise<NominalCapacity> {
  const vehicles = {
    vehicles: () => Promise.resolve([]),
    nominalCapacity: () => Promise.resolve(capacity),
    sessionOf: () => Promise.reject(new Error('No records are asked for here')),
  };
  const clients = { of: () => assert.fail('No records are asked for here') };
  return exportedApi(vehicles, clients).nominalCapacity('vehicle-1');
}

describe('the API for other extensions', () => {
  it('tells the capacity, and whether the owner can choose it', async () => {
    const determined = { case: 'determined', nominal: 70.9, candidates } as const;
    assert.deepEqual(await read(determined), determined);
    assert.deepEqual(await read({ case: 'undetermined', candidates, selectUrl: null }), {
      case: 'undetermined',
      candidates,
      canChoose: false,
    });
    assert.deepEqual(await read({ case: 'selected', nominal: 70.9, candidates, selectUrl }), {
      case: 'selected',
      nominal: 70.9,
      candidates,
      canChoose: true,
    });
  });

  it('keeps the address of the owner’s choice, which holds a token, to itself', async () => {
    for (const capacity of [
      { case: 'undetermined', candidates, selectUrl },
      { case: 'selected', nominal: 70.9, candidates, selectUrl },
    ] as const) {
      assert.doesNotMatch(JSON.stringify(await read(capacity)), /CANARY|selectUrl/);
    }
  });
});
