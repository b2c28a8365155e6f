import assert from 'node:assert/strict';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { ColumnStore } from '../../../../src/viewer/data/column-store.ts';
import { type Sum, Totals } from '../../../../src/viewer/results/totals.ts';
import { fullForm } from '../../../../src/service/records/wire-format.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOfValues } from '../stores.ts';
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

const sum = (value: number, left: Partial<Sum> = {}): Sum => ({ value, excluded: 0, ongoing: 0, absent: 0, ...left });

describe('Totals', () => {
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
    assert.deepEqual(totals.energy, sum(4 * 34.5, { excluded: 3 }));
    assert.deepEqual(totals.time, sum(4 * 2.5 * 3_600_000, { excluded: 3 }));
    assert.deepEqual(totals.public, sum(5, { excluded: 2 }));
    assert.equal(totals.marked, 6);
  });

  it('tell what is ongoing, or need not be there, from what is invalid', () => {
    const [startTime, endTime] = ['2026-11-01T18:00:00Z', '2026-11-01T20:00:00Z'];
    const records = [
      { startTime, endTime, energyAdded: 10, isPublicCharger: true },
      { startTime, isPublicCharger: false },
      { startTime, energyAdded: 2 },
      { startTime, endTime },
      { endTime },
      { startTime, endTime: 'soon', energyAdded: '5', isPublicCharger: 'no' },
      {},
    ];
    const store = storeOfValues(records, fullForm);
    const totals = new Totals();
    totals.add(store, []);
    assert.deepEqual(totals.time, sum(2 * 2 * 3_600_000, { ongoing: 2, absent: 2, excluded: 1 }));
    assert.deepEqual(totals.energy, sum(12, { ongoing: 1, absent: 3, excluded: 1 }));
    assert.deepEqual(totals.public, sum(1, { absent: 4, excluded: 1 }));
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
