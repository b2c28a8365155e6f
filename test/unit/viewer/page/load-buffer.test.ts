import assert from 'node:assert/strict';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { LoadBuffer } from '../../../../src/viewer/page/load-buffer.ts';
import { record } from '../../service/records/record-bodies.ts';

function batchOf(count: number) {
  return new ColumnWriter().write(
    Array.from({ length: count }, () => record()),
    0,
  );
}

const done = (load: number, rows: number) => ({ type: 'done', load, rows, receivedAt: 0 }) as const;

describe('LoadBuffer', () => {
  it('show the first load as it comes', () => {
    const arrivals = new LoadBuffer(undefined, () => 'utc');
    arrivals.start(1);
    assert.equal(arrivals.add(batchOf(3), undefined), 3);
    assert.equal(arrivals.shown.store.rows, 3);
    assert.equal(arrivals.shown.totals.charges, 3);
    assert.equal(arrivals.done, undefined);
  });

  it('keep what is complete on screen until the next load is', () => {
    const arrivals = new LoadBuffer(undefined, () => 'utc');
    arrivals.start(1);
    arrivals.add(batchOf(3), undefined);
    arrivals.finish(done(1, 3));
    arrivals.start(2);
    arrivals.add(batchOf(5), undefined);
    assert.deepEqual([arrivals.load, arrivals.shown.store.rows, arrivals.done?.load], [2, 3, 1]);
    arrivals.finish(done(2, 5));
    assert.deepEqual([arrivals.shown.store.rows, arrivals.done?.load], [5, 2]);
  });

  it('count what has come of each vehicle, anew with each load', () => {
    const arrivals = new LoadBuffer(['a', 'b'], () => 'utc');
    for (const load of [1, 2]) {
      arrivals.start(load);
      const writer = new ColumnWriter();
      const next = (rows: number, firstRow: number) =>
        writer.write(
          Array.from({ length: rows }, () => record()),
          firstRow,
        );
      assert.deepEqual(
        [arrivals.add(next(2, 0), 1), arrivals.add(next(1, 2), 0), arrivals.add(next(3, 3), 1)],
        [2, 1, 5],
      );
    }
  });
});
