import assert from 'node:assert/strict';
import { reportLines } from '../../bench/stream-report.ts';
import type { StreamRun } from '../../bench/stream-way.ts';

const run: StreamRun = {
  ...{ firstBatch: 100, allRows: 200, longestBlock: 40, longestWork: 24, maxRss: 500, records: 100, postedBytes: 3000 },
};

describe('report of the stream bench', () => {
  it('tells times, and no bytes, as they would be on the machine that their limits are of', () => {
    const machine = { node: 'v24.0.0', processors: 2, load: { before: 0, now: 1 }, seconds: 60, idleRss: 50 };
    const found = [{ size: 100, kind: 'good', way: 'columns', runs: [run] }] as const;
    const verdicts = (slowness?: number) =>
      reportLines({ ...machine, found, slowness }, 'text')
        .map((line) => line.split(/ {2,}/))
        .filter(([figure]) => /^(first batch|longest block|resident memory), 100 good/.test(figure ?? ''));
    assert.deepEqual(verdicts(2), [
      ['first batch, 100 good', '100', '<= 60.0', 'ms', 'MISSED', '50.0 met'],
      ['longest block, 100 good', '24.0', '<= 16.0', 'ms of processor', 'MISSED', '12.0 met'],
      ['resident memory, 100 good', '500', '<= 400', 'MB', 'MISSED'],
    ]);
    assert.ok(verdicts().every((cells) => cells.length === 5));
  });
});
