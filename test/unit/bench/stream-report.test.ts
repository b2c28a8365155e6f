import assert from 'node:assert/strict';
import { reportLines } from '../../bench/stream-report.ts';
import type { StreamRun } from '../../bench/stream-way.ts';

const machine = { node: 'v24.0.0', processors: 2, load: { before: 0, now: 1 }, seconds: 60 };
const run = (allRows: number, work: number): StreamRun => {
  return { allRows, work, firstBatch: 10, longestWork: 5, maxRss: 100, records: 1000 };
};

describe('report of the stream bench', () => {
  it('holds each kind of body to its ratio to the floor of the same round', () => {
    // The machine was half as fast in the second round.
    const runs = {
      floor: [run(100, 90), run(200, 180), run(100, 90)],
      columns: [run(120, 99), run(240, 198), run(150, 90)],
    };
    const none = { signal: [], full: [], fullFloor: [] };
    const version3 = {
      signal: [run(1, 118.8), run(1, 237.6), run(1, 180)],
      ...{ full: [run(1, 90), run(1, 220), run(1, 90)], fullFloor: [run(1, 100), run(1, 200), run(1, 100)] },
    };
    const found = [
      { kind: 'usual', ...runs, ...version3 },
      { kind: 'pretty', ...runs, ...none },
      { kind: 'bad', ...runs, ...none },
    ] as const;
    const verdicts = reportLines(
      { ...machine, count: 1000, found, large: { count: 5000, maxRss: [390, 401, 402] } },
      'text',
    )
      .map((line) => line.split(/ {2,}/))
      .filter((cells) => cells.some((cell) => /^(met|MISSED)$/.test(cell)))
      .map(([figure, value, , , verdict]) => [figure, value, verdict]);
    assert.deepEqual(verdicts, [
      ['usual, time', '1.20', 'MISSED'],
      ['usual, work', '1.10', 'MISSED'],
      ['usual, first batch', '10.0', 'met'],
      ['version 3, work', '1.20', 'met'],
      ['version 3 with all fields, work', '0.900', 'met'],
      ['usual, longest work', '5.00', 'met'],
      ['pretty, time', '1.20', 'met'],
      ['pretty, work', '1.10', 'met'],
      ['resident memory, 5000 records', '401', 'MISSED'],
    ]);
  });
});
