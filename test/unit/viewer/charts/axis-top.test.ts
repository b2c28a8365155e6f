import assert from 'node:assert/strict';
import { AxisTop, mostToScale } from '../../../../src/viewer/charts/axis-top.ts';

describe("A chart's scale", () => {
  const scale = (values: readonly number[], most: number) => {
    const axis = new AxisTop();
    for (const value of values) axis.add(value, value > most);
    const { top, cutOff } = axis;
    return { top, cutOff };
  };

  it('goes as far as a charge of twice the capacity, where that is known', () => {
    assert.equal(mostToScale(80), 160);
    assert.equal(mostToScale(undefined), Infinity);
  });

  it('leaves out what no battery holds, and counts it', () => {
    assert.deepEqual(scale([20, 1_000_000, 75, 900], 160), { top: 75, cutOff: 2 });
  });

  it('has all in it where nothing is unlikely, or most is: then energies and capacity differ in their unit', () => {
    assert.deepEqual(scale([20, 75, 150], 160), { top: 150, cutOff: 0 });
    assert.deepEqual(scale([20_000, 75_000, 100], 160), { top: 75_000, cutOff: 0 });
    assert.deepEqual(scale([], 160), { top: 0, cutOff: 0 });
  });
});
