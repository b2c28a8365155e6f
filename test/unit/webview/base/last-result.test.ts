import assert from 'node:assert/strict';
import { LastResult } from '../../../../src/webview/base/last-result.ts';
import { type Sliced, runToEnd } from '../../../../src/webview/base/time-slices.ts';

describe('Kept', () => {
  const kept = new LastResult<number>();
  let worked = 0;
  const ask = (...inputs: unknown[]) =>
    kept.of(inputs, function* (): Sliced<number> {
      yield;
      worked += 1;
      return worked;
    });

  it('works once for the same inputs, and again for others', () => {
    const rows = {};
    assert.equal(runToEnd(ask(rows, NaN, undefined)), 1);
    assert.equal(runToEnd(ask(rows, NaN, undefined)), 1);
    assert.equal(runToEnd(ask({}, NaN, undefined)), 2);
    assert.equal(runToEnd(ask(rows, NaN, undefined)), 3);
  });

  it('keeps nothing of work that was given up', () => {
    const before = worked;
    ask('given up').next();
    assert.equal(runToEnd(ask('given up')), before + 1);
  });
});
