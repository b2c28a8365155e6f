import assert from 'node:assert/strict';
import { densitiesOf, eachRun, energiesOf } from '../../../../src/webview/charts/gain-density.ts';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';
import { storeOf } from '../stores.ts';

const charge = (gain: number, energy: number | null) => ({
  ...{ startPercentRemaining: 0.1, endPercentRemaining: 0.1 + gain },
  energy,
});

describe('Energy against gain', () => {
  const store = storeOf(charge(0.25, 10), charge(0.25, 11), charge(0.5, 30), charge(0.5, null), charge(-0.1, 30));
  /**
   * Four places of a quarter of the battery side by side, four of ten of energy on top of each other; a bit off, because
   * levels are 32-bit.
   */
  const grid = { columns: 4, lines: 4, x0: 0.001, perGain: 4, y0: 3.999, perEnergy: 0.1, top: 0 };

  it('is drawn of charges that have both', () => {
    assert.deepEqual(runToEnd(energiesOf({ store, mask: undefined }, [])), { usual: 30, all: 30, unlikely: 0, of: 3 });
    const mask = Uint8Array.of(1, 1, 0, 1, 1);
    assert.deepEqual(runToEnd(energiesOf({ store, mask }, [])), { usual: 11, all: 11, unlikely: 0, of: 2 });
  });

  it('is as high as what a battery could take, and says how many are higher', () => {
    const heights = (nominal: number) => runToEnd(energiesOf({ store, mask: undefined }, [nominal]));
    assert.deepEqual(heights(15), { usual: 30, all: 30, unlikely: 0, of: 3 });
    assert.deepEqual(heights(14.9), { usual: 11, all: 30, unlikely: 1, of: 3 });
  });

  it('is counted in the uppermost line where it lies above it', () => {
    const [counts = new Uint16Array()] = runToEnd(
      densitiesOf({ store: storeOf(charge(0.25, 9000), charge(0.25, 35)), mask: undefined }, { ...grid, top: 1 }),
    );
    assert.deepEqual([...counts.subarray(0, 8)], [0, 0, 0, 0, 0, 2, 0, 0]);
  });

  it('is counted by place', () => {
    const lines = (mask: Uint8Array | undefined) => {
      const [counts = new Uint16Array()] = runToEnd(densitiesOf({ store, mask }, grid));
      return Array.from({ length: 4 }, (_, line) => [...counts.subarray(line * 4, line * 4 + 4)]);
    };
    const none = [0, 0, 0, 0];
    assert.deepEqual(lines(undefined), [[0, 0, 1, 0], none, [0, 2, 0, 0], none]);
    assert.deepEqual(lines(Uint8Array.of(0, 1, 0, 1, 1)), [none, none, [0, 1, 0, 0], none]);
  });

  it('is drawn in runs of neighbours that are alike, none across the end of a line', () => {
    const counts = Uint16Array.of(0, 3, 3, 1, 3, 3, 0, 5);
    const runs = (from: number, below: number) => {
      const found: number[][] = [];
      eachRun(counts, 4, { from, below }, (...run) => found.push(run));
      return found;
    };
    assert.deepEqual(runs(3, Infinity), [
      [1, 0, 2],
      [0, 1, 2],
      [3, 1, 1],
    ]);
    assert.deepEqual(runs(1, 3), [[3, 0, 1]]);
  });
});
