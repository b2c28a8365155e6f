import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptRows } from '../../faults/kept-rows.ts';
import { rowOf } from '../../faults/rows.ts';

const row = (test: string, scenario: string, runs: number) =>
  rowOf(
    { test, scenario, kind: 'promise' },
    Array.from({ length: runs }, () => ({ lost: false, struck: true, extra: 0 })),
  );

describe('rows of the fault plan that are kept', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'rows-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('are none before the first', async () => {
    assert.deepEqual(await new KeptRows(join(folder, 'rows.json')).read(), []);
  });

  it('are the latest of each scenario, in the order of the plan, with their time', async () => {
    const kept = new KeptRows(join(folder, 'new', 'rows.json'));
    const at = new Date('2026-11-21T09:00:00Z');
    for (const each of [row('T10', 'a', 1), row('T2', 'b', 2), row('T2', 'a', 3), row('T10', 'a', 4)]) {
      await kept.keep(each, at);
    }
    const rows = await kept.read();
    assert.deepEqual(
      rows.map(({ test, scenario, runs, measuredAt }) => [test, scenario, runs, measuredAt]),
      [
        ['T2', 'b', 2, at.toISOString()],
        ['T2', 'a', 3, at.toISOString()],
        ['T10', 'a', 4, at.toISOString()],
      ],
    );
  });
});
