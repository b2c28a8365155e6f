import assert from 'node:assert/strict';
import { chargingTypeName } from '../../../../src/common/text/charging-type.ts';

describe('a charging type', () => {
  for (const [raw, name] of [
    ['TYPE_2', 'Type 2'],
    ['CCS_COMBO_1', 'CCS Combo 1'],
    ['WALL_OUTLET', 'Wall Outlet'],
    ...['AC', 'CCS', 'J1772', 'NACS', 'Type 2', 'my_own', '_', ''].map((same) => [same, same] as const),
  ] as const) {
    it(`reads as ${name} for ${raw}`, () => assert.equal(chargingTypeName(raw), name));
  }
});
