import assert from 'node:assert/strict';
import { sortedValues, summarizeCodes, summarizeNumbers } from '../../../../src/viewer/results/column-summary.ts';
import { Totals } from '../../../../src/viewer/results/totals.ts';
import type { MaskedRows } from '../../../../src/viewer/data/column-store.ts';
import type { NumberColumn } from '../../../../src/viewer/data/view-columns.ts';
import { storeOf } from '../stores.ts';

const minute = 60_000;

function numbers(rows: MaskedRows, column: NumberColumn) {
  return summarizeNumbers(rows, column, sortedValues(rows, column));
}

describe('the summary of a column', () => {
  it('counts values, unknown ones and different ones, and finds ends, middle and total', () => {
    const store = storeOf({ energy: 30 }, { energy: 10 }, { energy: null }, { energy: 10 }, { energy: 20 });
    assert.deepEqual(numbers({ store, mask: undefined }, 'energy'), {
      ...{ known: 4, missing: 1, distinct: 3 },
      ...{ least: 10, median: 15, greatest: 30, total: 70 },
    });
  });

  it('is of the rows that pass', () => {
    const store = storeOf({ energy: 30 }, { energy: 10 }, { energy: null }, { energy: 20 });
    const { known, missing, median } = numbers({ store, mask: Uint8Array.of(0, 1, 1, 1) }, 'energy');
    assert.deepEqual({ known, missing, median }, { known: 2, missing: 1, median: 15 });
  });

  it('of no value has no ends', () => {
    const store = storeOf({ energy: null });
    const { known, missing, distinct, least, median, greatest } = numbers({ store, mask: undefined }, 'energy');
    assert.deepEqual([known, missing, distinct, least, median, greatest], [0, 1, 0, NaN, NaN, NaN]);
  });

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

  it('counts texts and yes or no by their codes', () => {
    const store = storeOf(
      { location: 'Home', isPublic: true },
      { location: null, isPublic: null },
      { location: 'Home', isPublic: false },
      { location: '', isPublic: true },
    );
    const all = { store, mask: undefined };
    assert.deepEqual(summarizeCodes(all, 'location'), { known: 3, missing: 1, distinct: 2 });
    assert.deepEqual(summarizeCodes(all, 'isPublic'), { known: 3, missing: 1, distinct: 2 });
    const some = { store, mask: Uint8Array.of(1, 1, 1, 0) };
    assert.deepEqual(summarizeCodes(some, 'location'), { known: 2, missing: 1, distinct: 1 });
  });
});
