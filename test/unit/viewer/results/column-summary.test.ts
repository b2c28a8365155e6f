import assert from 'node:assert/strict';
import { sortedValues, summarizeNumbers } from '../../../../src/viewer/results/column-summary.ts';
import { Totals } from '../../../../src/viewer/results/totals.ts';
import type { MaskedRows } from '../../../../src/viewer/data/column-store.ts';
import type { NumberColumn } from '../../../../src/viewer/data/view-columns.ts';
import { storeOf } from '../stores.ts';

const minute = 60_000;

function numbers(rows: MaskedRows, column: NumberColumn) {
  return summarizeNumbers(rows, column, sortedValues(rows, column));
}

describe('the summary of a column', () => {
  it("has the total of the viewer's totals, without what is impossible", () => {
    const times = { chargeStart: '2026-11-01T10:00:40Z', chargeEnd: '2026-11-01T10:25:10Z' };
    const store = storeOf({ energy: -5, ...times }, { energy: 7 }, { chargeEnd: '2026-10-01T00:00:00Z' });
    const totals = new Totals();
    totals.add(store, []);
    const rows = { store, mask: undefined };
    assert.equal(numbers(rows, 'energy').least, -5);
    assert.equal(numbers(rows, 'energy').total, totals.energy.value);
    assert.equal(numbers(rows, 'duration').total, totals.time.value);
    assert.equal(numbers(rows, 'duration').missing, 1);
    // As cells write it: from 10:00 to 10:25.
    assert.equal(numbers(rows, 'duration').least, 25 * minute);
    assert.equal(numbers(rows, 'chargeStart').total, undefined);
    assert.equal(numbers(rows, 'chargeGained').total, undefined);
  });
});
