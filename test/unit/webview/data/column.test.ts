import assert from 'node:assert/strict';
import { CodeColumn, Column } from '../../../../src/webview/data/column.ts';

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

  it('gives back all room it has taken ahead, and grows on after that', () => {
    const column = new Column((length) => new Float64Array(length));
    for (const size of sizes) column.append(new Float64Array(size).fill(size));
    const before = column.values.slice(0, column.length);
    column.trim();
    assert.deepEqual(column.values, before);
    column.append([7]);
    assert.equal(column.values[before.length], 7);
    assert.deepEqual(column.values.subarray(0, before.length), before);
  });

  it('holds codes in as few bytes as the largest of them needs', () => {
    const column = new CodeColumn();
    column.append([0, 255]);
    column.reserve(0x100);
    assert.equal(column.values.BYTES_PER_ELEMENT, 1);
    column.reserve(0x101);
    column.append([256]);
    assert.equal(column.values.BYTES_PER_ELEMENT, 2);
    column.reserve(0x10001);
    column.append([0x10000]);
    assert.equal(column.values.BYTES_PER_ELEMENT, 4);
    assert.deepEqual([...column.values.subarray(0, column.length)], [0, 255, 256, 0x10000]);
  });
});
