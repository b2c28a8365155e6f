import assert from 'node:assert/strict';
import { readCapacity } from '../../ui/explorer.ts';
import { differences, type VehicleFacts } from '../../ui/truth.ts';

const bmw: VehicleFacts = {
  id: 'a',
  make: 'BMW',
  model: 'i4',
  year: 2023,
  capacity: 80.7,
  source: 'SMARTCAR',
  records: 3,
};

describe('the comparison of the screen with the sandbox', () => {
  it('finds nothing where they agree', () => {
    assert.deepEqual(differences('on screen', [bmw], [bmw]), []);
  });

  it('names each field that differs', () => {
    const found = differences('on screen', [{ ...bmw, capacity: null, records: 2 }], [bmw]);
    assert.deepEqual(found, [
      'on screen: capacity of BMW i4 is null, not 80.7',
      'on screen: records of BMW i4 is 2, not 3',
    ]);
  });

  it('names vehicles that are missing or too many', () => {
    assert.deepEqual(differences('on screen', [{ ...bmw, id: 'b' }], [bmw]), [
      'on screen: vehicle a is missing',
      'on screen: vehicle b is one too many',
    ]);
  });
});

describe('the line of a capacity', () => {
  it('gives number and source, and neither where there is no number', () => {
    const cases = ['80.7 kWh · determined by the API', '77 kWh · chosen by the owner', 'unknown, no candidates'];
    assert.deepEqual(
      cases.map(readCapacity).map(({ capacity, source }) => [capacity, source]),
      [
        [80.7, 'SMARTCAR'],
        [77, 'USER_SELECTED'],
        [null, null],
      ],
    );
  });
});
