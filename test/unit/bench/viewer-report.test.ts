import assert from 'node:assert/strict';
import { reportLines } from '../../bench/viewer-report.ts';
import type { Measured } from '../../bench/viewer-results.ts';

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

  it('tells once why something has no figures', () => {
    const lines = reportLines(measured, 'text').filter((line) => line.includes('over'));
    assert.deepEqual(lines, [`ag-grid in VS Code with ${size} records: over 480 s`]);
  });
});
