import assert from 'node:assert/strict';
import { Kept } from '../../../../src/webview/base/last-result.ts';
import { type Sliced, atOnce } from '../../../../src/webview/base/time-slices.ts';

describe('Kept', () => {
  const kept = new Kept<number>();
  let worked = 0;
  const ask = (...inputs: unknown[]) =>
    kept.of(inputs, function* (): Sliced<number> {
      yield;
      worked += 1;
      return worked;
    });

  it('works once for the same inputs, and again for others', () => {
    const rows = {};
    assert.equal(atOnce(ask(rows, NaN, undefined)), 1);
    assert.equal(atOnce(ask(rows, NaN, undefined)), 1);
    assert.equal(atOnce(ask({}, NaN, undefined)), 2);
    assert.equal(atOnce(ask(rows, NaN, undefined)), 3);
  });

  it('keeps nothing of work that was given up', () => {
    const before = worked;
    ask('given up').next();
    assert.equal(atOnce(ask('given up')), before + 1);
  });
});
