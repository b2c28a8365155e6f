import assert from 'node:assert/strict';
import type { Row } from '../../bench/viewer/results.ts';
import type { Figures } from '../../bench/viewer/run.ts';
import { type Subject, subjects } from '../../bench/viewer/subjects.ts';
import { judge } from '../../bench/viewer/verdicts.ts';

/** A row in which each figure that is compared has this value. */
function row(subject: Subject, value: number, size: number): Row {
  const names = ['firstRow', 'allRows', 'sortNumber', 'sortText', 'filter', 'scrollP95', 'bytesAtRest'] as const;
  const figures: Figures = Object.fromEntries(names.map((name) => [name, value]));
  return { subject, size, runs: 1, figures, failures: [] };
}

/** The verdicts that compare, each as `FIGURE: VALUE UNIT LIMIT`. */
function compared(rows: readonly Row[], size: number): string[] {
  return judge(rows, size)
    .filter(({ unit }) => unit.startsWith('×'))
    .map(({ figure, value, unit, most, least }) => `${figure}: ${value} ${unit}, ${most ?? least}`);
}

describe('verdicts of the viewer bench', () => {
  const size = 100_000;

  it('hold the viewer against the peers in the same place', () => {
    const rows = [row('viewer in VS Code', 10, size), row('viewer', 1, size)];
    const found = compared([...rows, row('ag-grid in VS Code', 40, size), row('ag-grid', 5, size)], size);
    assert.equal(found.length, 14);
    assert.ok(found.includes('viewer in VS Code, 100000: heap: 4 × ahead of ag-grid in VS Code, 3'));
    assert.ok(found.includes('viewer in VS Code, 100000: scroll p95: 4 × ahead of ag-grid in VS Code, 1'));
    assert.ok(found.includes('viewer, 100000: first row: 5 × ahead of ag-grid, 3'));
  });

  it('ask for three times the speed of what is fed with objects, and for that of what is not', () => {
    const rows = subjects.map((subject) => row(subject, subject.startsWith('viewer') ? 10 : 20, size));
    const leads = judge(rows, size).filter(({ unit }) => unit.startsWith('× ahead'));
    const missed = leads.filter(({ met }) => !met).map(({ unit }) => unit);
    const peers = ['slick-objects', 'tabulator', 'ag-grid'].flatMap((peer) => [peer, `${peer} in VS Code`]);
    assert.deepEqual(new Set(missed), new Set(peers.map((peer) => `× ahead of ${peer}`)));
    assert.equal(missed.length, 6 * peers.length);
  });

  it('compare with the floor of the same place', () => {
    const rows = [row('viewer in VS Code', 30, size), row('floor in VS Code', 20, size)];
    assert.deepEqual(compared(rows, size), [
      'viewer in VS Code, 100000: scroll p95: 1.5 × floor, 1.25',
      'viewer in VS Code, 100000: all rows: 1.5 × floor, 1.5',
    ]);
    const more = 1_000_000;
    const atMost = judge([row('viewer', 30, more), row('floor', 20, more)], more).filter(
      ({ unit }) => unit === '× floor',
    );
    assert.deepEqual(
      atMost.map(({ most, met }) => [most, met]),
      [
        [1.25, false],
        [1.3, false],
      ],
    );
  });

  it('compare nothing but scrolling with fewer records, and nothing with what was not measured', () => {
    const rows = subjects.map((subject) => row(subject, 10, 10_000));
    assert.deepEqual(compared(rows, 10_000), [
      'viewer in VS Code, 10000: scroll p95: 1 × floor, 1.25',
      'viewer, 10000: scroll p95: 1 × floor, 1.25',
    ]);
    assert.deepEqual(compared([row('viewer in VS Code', 10, size), row('ag-grid', 5, size)], size), []);
  });
});
