import assert from 'node:assert/strict';
import { sortedRows } from '../../../../src/viewer/rows/sort.ts';
import { storeOf } from '../stores.ts';

/** Rows, the last charge first, of starts by their minutes; null is unknown. */
function lastFirst(minutes: readonly (number | null)[]): number[] {
  const starts = minutes.map((minute) => minute && new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString());
  const store = storeOf(...starts.map((chargeStart) => ({ chargeStart })));
  return [...sortedRows(store, [{ column: 'chargeStart', descending: true }], 'en')];
}

describe('rows that come in the order of time', () => {
  it('are turned round, and equal ones keep their order', () => {
    assert.deepEqual(lastFirst([1, 2, 3]), [2, 1, 0]);
    assert.deepEqual(lastFirst([1, 2, 2, 2, 3, 3]), [4, 5, 1, 2, 3, 0]);
    assert.deepEqual(lastFirst([5, 5, 5]), [0, 1, 2]);
    assert.deepEqual(lastFirst([7]), [0]);
    assert.deepEqual(lastFirst([]), []);
  });

  it('are sorted as others are where one is unknown or out of order', () => {
    assert.deepEqual(lastFirst([1, null, 3]), [2, 0, 1]);
    assert.deepEqual(lastFirst([null, 1, 2]), [2, 1, 0]);
    assert.deepEqual(lastFirst([1, 3, 2]), [1, 2, 0]);
    assert.deepEqual(lastFirst([3, 2, 1]), [0, 1, 2]);
  });
});
