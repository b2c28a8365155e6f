import assert from 'node:assert/strict';
import { Column } from '../../../../src/viewer/data/column.ts';

/** Batches as they arrive: 2000 values each, and a large one among them. */
const sizes = [1, ...Array.from({ length: 60 }, () => 2000), 150_000, ...Array.from({ length: 60 }, () => 2000)];

describe('A column that grows', () => {
  it('holds what was appended, at every length', () => {
    const column = new Column((length) => new Float64Array(length));
    const wanted: number[] = [];
    for (const size of sizes) {
      const source = Float64Array.from({ length: size }, (_, index) => wanted.length + index);
      column.append(source);
      for (const value of source) wanted.push(value);
      assert.equal(column.length, wanted.length);
      assert.deepEqual(column.values.subarray(0, column.length), Float64Array.from(wanted));
    }
  });

  it('gives back the room that it has taken ahead, and grows on after that', () => {
    const column = new Column((length) => new Float64Array(length));
    for (const value of [1, 2, 3]) column.append([value]);
    column.trim();
    assert.deepEqual(column.values, Float64Array.of(1, 2, 3));
    column.append([4]);
    assert.deepEqual([...column.values.subarray(0, column.length)], [1, 2, 3, 4]);
  });
});
