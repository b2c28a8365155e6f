import assert from 'node:assert/strict';
import { reportLines } from '../../bench/viewer/report.ts';
import type { Measured } from '../../bench/viewer/results.ts';

const size = 100_000;
const measured: Measured = {
  node: 'v24.0.0',
  processors: 2,
  load: { before: 0, now: 1 },
  seconds: 60,
  sizes: [size],
  scripts: {},
  found: [
    { subject: 'ag-grid', size, runs: [{ firstRow: 300 }], failures: [] },
    { subject: 'ag-grid in VS Code', size, runs: [], failures: ['over 480 s', 'over 480 s'] },
    { subject: 'floor in VS Code', size, runs: [{ firstRow: 100 }, { firstRow: 300 }], failures: [] },
  ],
};

describe('report of the viewer bench', () => {
  it('has a line for each subject, those in VS Code first, with medians and the number of runs', () => {
    const lines = reportLines(measured, 'text').filter((line) => /^(floor|ag-grid)/.test(line));
    assert.deepEqual(
      lines.slice(0, 3).map((line) => line.split(/ {2,}/).slice(0, 3)),
      [
        ['floor in VS Code', '2', '200'],
        ['ag-grid in VS Code', '0', '-'],
        ['ag-grid', '1', '300'],
      ],
    );
  });

  it('tells times as they would be on the machine that their limits are of, if its speed is known', () => {
    const runs = [{ firstRow: 150, allRows: 330, sortNumber: 20 }];
    const verdicts = (slowness?: number) =>
      reportLines({ ...measured, found: [{ subject: 'viewer', size, runs, failures: [] }], slowness }, 'text').filter(
        (line) => /: (first row|all rows|sort by number) {2,}/.test(line),
      );
    assert.deepEqual(
      verdicts(2).map((line) => line.split(/ {2,}/)),
      [
        ['viewer, 100000: first row', '150', '<= 60.0', 'ms', 'MISSED', '75.0 MISSED'],
        ['viewer, 100000: all rows', '330', '<= 300', 'ms', 'MISSED', '165 met'],
        ['viewer, 100000: sort by number', '20.0', '<= 35.0', 'ms', 'met', '10.0 met'],
      ],
    );
    assert.ok(verdicts().every((line) => /(met|MISSED)$/.test(line) && line.split(/ {2,}/).length === 5));
  });

  it('tells once why something has no figures', () => {
    const lines = reportLines(measured, 'text').filter((line) => line.includes('over'));
    assert.deepEqual(lines, [`ag-grid in VS Code with ${size} records: over 480 s`]);
  });
});
