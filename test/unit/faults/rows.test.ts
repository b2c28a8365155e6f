import assert from 'node:assert/strict';
import { readCommandLine } from '../../faults/command-line.ts';
import type { Kind, Verdict } from '../../faults/plan.ts';
import { Progress } from '../../faults/progress.ts';
import { percentile, rowOf, upperBound } from '../../faults/rows.ts';
import { sideBySide } from '../../faults/side-by-side.ts';
import { markdown, table } from '../../faults/table.ts';

const named = (kind: Kind) => ({ test: 'T1', scenario: 'killed', kind });
const kept: Verdict = { lost: false, struck: true, extra: 1, recoveryMs: 10 };
const lost: Verdict = { what: 'sent', lost: true, struck: true, extra: 0 };

describe('the rows of the fault plan', () => {
  it('are good for a promise that loses nothing, and for a control that loses something', () => {
    assert.equal(rowOf(named('promise'), [kept, kept]).ok, true);
    assert.equal(rowOf(named('promise'), [kept, lost]).ok, false);
    assert.equal(rowOf(named('control'), [kept, lost]).ok, true);
    assert.equal(rowOf(named('control'), [kept, kept]).ok, false);
    assert.equal(rowOf(named('irreducible'), [lost]).ok, true);
  });

  it('are not good where anything else went against the promise', () => {
    for (const kind of ['promise', 'irreducible', 'model'] as const) {
      const row = rowOf(named(kind), [{ ...kept, complaints: ['it was late'] }, kept]);
      assert.equal(row.ok, false);
      assert.deepEqual(row.complaints, { 'a run: it was late': 1 });
    }
  });

  it('count what struck, what was lost and in which case, and what was asked for too much', () => {
    const row = rowOf(named('promise'), [kept, { ...kept, struck: false, recoveryMs: 30 }, lost, lost]);
    assert.deepEqual([row.runs, row.struck, row.lost, row.extraRequests], [4, 3, 2, 2]);
    assert.deepEqual([row.p50, row.p95], [10, 30]);
    assert.deepEqual(row.complaints, { 'sent: lost': 2 });
  });

  it('take percentiles by nearest rank, and none of nothing', () => {
    assert.equal(percentile([5, 1, 4, 2, 3], 0.5), 3);
    assert.equal(percentile([5, 1, 4, 2, 3], 0.95), 5);
    assert.equal(percentile([], 0.5), null);
  });

  it('close with what was lost of the promises, and a bound for what may be', () => {
    const text = table([
      rowOf(
        named('promise'),
        Array.from({ length: 300 }, () => kept),
      ),
      rowOf(named('control'), [lost]),
      rowOf(named('search'), [kept]),
    ]);
    assert.match(
      text,
      /^0 of 300 sessions lost, 300 of them really struck \(95 % upper bound 1 %\); controls lost 1 of 1\.$/m,
    );
    assert.match(text, /control: killed/);
    assert.equal(upperBound(2), 1);
  });
});

describe('the table of the fault plan', () => {
  it('gives the bound where nothing was lost, and only for what is promised', () => {
    const rows = [
      rowOf(
        { ...named('promise'), speed: 30 },
        Array.from({ length: 52 }, () => kept),
      ),
      rowOf(named('control'), [kept, lost]),
    ];
    assert.deepEqual(markdown(rows).split('\n').slice(0, 4), [
      '|  | test | scenario | speed | runs | struck | lost | 95 % bound | extra requests | p50 ms | p95 ms |',
      '| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |',
      '| ok | T1 | killed | 30× | 52 | 52 | 0 | 5.8 % | 52 | 10 | 10 |',
      '| ok | T1 | control: killed |  | 2 | 2 | 1 |  | 1 | 10 | 10 |',
    ]);
  });

  it('has what went wrong below it', () => {
    const row = rowOf(named('promise'), [kept, { ...kept, complaints: ['it was late'] }]);
    for (const print of [table, markdown]) assert.match(print([row]), /^T1 killed: a run: it was late \(1×\)$/m);
  });
});

describe('the progress of the fault plan', () => {
  it('tells how long the rest takes, if it goes on as it was', () => {
    let now = 5_000;
    const progress = new Progress(40, () => now);
    assert.equal(String(progress), 'nothing done yet');
    now += 120_000;
    progress.advance(10);
    assert.equal(String(progress), '25 % done, about 6 min left');
    progress.advance(30);
    assert.equal(String(progress), '100 % done, about 0 min left');
  });
});

describe('sideBySide', () => {
  it('keeps the order, and to the width', async () => {
    let [running, most] = [0, 0];
    const results = await sideBySide([3, 1, 2], 2, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, item));
      running -= 1;
      return item * 10;
    });
    assert.deepEqual(results, [30, 10, 20]);
    assert.equal(most, 2);
  });

  it('begins nothing after a failure, and rejects with it once the rest has ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = sideBySide([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('first');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
    });
    await assert.rejects(work, /first/);
    assert.deepEqual([begun, ended], [[0, 1], [1]]);
  });
});

describe('the command line of the fault plan', () => {
  it('prints for a terminal, unless told otherwise', () => {
    const forms = [[], ['--json'], ['--markdown']].map((args) => readCommandLine(args).form);
    assert.deepEqual(forms, ['text', 'json', 'markdown']);
  });

  it('takes tests by their names, and a pace', () => {
    const { only, quick, speed } = readCommandLine(['--only', 't1, T12', '--quick', '--speed', '8']);
    assert.deepEqual([only, quick, speed], [['T1', 'T12'], true, 8]);
    assert.throws(() => readCommandLine(['--only', 'kills']), /--only/);
    assert.throws(() => readCommandLine(['--speed', '0']), /--speed/);
  });
});
