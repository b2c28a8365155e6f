import assert from 'node:assert/strict';
import { makeName, modelName, vehicleName } from '../../../src/common/vehicle-names.ts';

describe('makeName', () => {
  for (const [spelled, shown] of [
    ['BMW', 'BMW'],
    ['MINI', 'MINI'],
    ['FORD', 'Ford'],
    ['TESLA', 'Tesla'],
    ['MERCEDES-BENZ', 'Mercedes-Benz'],
    ['LAND_ROVER', 'Land Rover'],
    ['hyundai', 'Hyundai'],
    ['ŠKODA', 'Škoda'],
    ['McLaren', 'McLaren'],
  ] as const) {
    it(`shows ${spelled} as ${shown}`, () => assert.equal(makeName(spelled), shown));
  }

  it('names a vehicle on one line whatever the service sends', () => {
    assert.equal(modelName({ make: 'TESLA', model: 'Model 3' }), 'Tesla Model 3');
    assert.equal(modelName({ make: '', model: 'report.json' }), 'report.json');
    assert.equal(vehicleName({ make: 'BMW', model: 'i4\u202e\n', year: 2023 }), 'BMW i4 (2023)');
  });
});
