import assert from 'node:assert/strict';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { ColumnStore } from '../../../../src/webview/data/column-store.ts';
import { Totals } from '../../../../src/webview/results/totals.ts';
import { record } from '../../service/records/record-bodies.ts';
import { inZone } from '../in-zone.ts';

function totalsOf(...batches: readonly (readonly unknown[])[]): Totals {
  const writer = new ColumnWriter();
  const store = new ColumnStore();
  const totals = new Totals();
  for (const values of batches) {
    const batch = writer.write(values, store.rows);
    store.append(batch);
    totals.add(store, batch.unknownFields);
  }
  return totals;
}

describe('Totals', () => {
  it('sum over all batches', () => {
    const totals = totalsOf([record(), record({ isPublic: false, cost: 1 })], [record({ energy: 10, cost: 2 })]);
    assert.equal(totals.charges, 3);
    assert.deepEqual(totals.energy, { value: 79, excluded: 0 });
    assert.deepEqual(totals.time, { value: 3 * 2.5 * 3_600_000, excluded: 0 });
    assert.deepEqual(totals.public, { value: 2, excluded: 0 });
    assert.equal(totals.marked, 0);
    assert.deepEqual([...totals.unknownFields.values()], [{ name: 'cost', count: 2, row: 1 }]);
  });

  it('leave out what is unknown or impossible, and count it', () => {
    const totals = totalsOf([
      record(),
      record({ energy: '34.5' }),
      record({ energy: -5 }),
      record({ chargeEnd: '2026-10-01T00:00:00Z' }),
      record({ chargeStart: 'yesterday' }),
      record({ isPublic: null }),
      null,
    ]);
    assert.equal(totals.charges, 7);
    assert.deepEqual(totals.energy, { value: 4 * 34.5, excluded: 3 });
    assert.deepEqual(totals.time, { value: 4 * 2.5 * 3_600_000, excluded: 3 });
    assert.deepEqual(totals.public, { value: 5, excluded: 2 });
    assert.equal(totals.marked, 6);
  });

  it('put each energy on the local day of its start, the public part apart', () => {
    inZone('America/New_York', () => {
      const totals = totalsOf([
        record({ chargeStart: '2026-11-02T03:00:00Z', energy: 10, isPublic: true }),
        record({ chargeStart: '2026-11-02T06:00:00Z', chargeEnd: '2026-11-02T07:00:00Z', energy: 20, isPublic: false }),
        record({ chargeStart: null, energy: 40 }),
        // In the last of the 25 hours that this day has.
        record({ chargeStart: '2026-11-02T03:30:00Z', energy: 5, isPublic: true }),
        record({ chargeStart: '2026-11-02T04:30:00Z', energy: 2, isPublic: false }),
      ]);
      assert.deepEqual(
        [...totals.days],
        [
          [new Date(2026, 10, 1).getTime(), { total: 17, public: 15, highest: 10 }],
          [new Date(2026, 10, 2).getTime(), { total: 20, public: 0, highest: 20 }],
        ],
      );
    });
  });
});
