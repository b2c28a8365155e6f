import assert from 'node:assert/strict';
import type { ColumnStore } from '../../../../src/webview/data/column-store.ts';
import { coversOf, extentOf } from '../../../../src/webview/charts/level-cover.ts';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';
import { storeOf } from '../stores.ts';

const first = Date.UTC(2026, 9, 1);
const hour = 3_600_000;

/** Charges by the hours at which they start and end, and their levels. */
function charges(...list: readonly (readonly [start: number, end: number, low: number, high: number])[]): ColumnStore {
  const date = (hours: number) => new Date(first + hours * hour).toISOString();
  return storeOf(
    ...list.map(([start, end, low, high]) => ({
      ...{ chargeStart: date(start), chargeEnd: date(end) },
      ...{ startPercentRemaining: low, endPercentRemaining: high },
    })),
  );
}

describe('What charges cover of the levels', () => {
  const store = charges(
    [0, 1, 0.5, 0.75],
    [1, 2, 0.25, 0.5],
    [4, 5, 0.75, 1],
    // Falls, which can't be right and is to be seen.
    [5, 6, 0.75, 0.5],
    // None that could be drawn: ends before it starts.
    [7, 6, 0, 1],
  );

  it('spans those that can be drawn', () => {
    const extent = { drawable: 4, falling: 1, first, last: first + 5 * hour, lowest: 0.25, highest: 1 };
    assert.deepEqual(runToEnd(extentOf({ store, mask: undefined })), extent);
    const { drawable, lowest } = runToEnd(extentOf({ store, mask: Uint8Array.of(1, 0, 1, 1, 1) }));
    assert.deepEqual({ drawable, lowest }, { drawable: 3, lowest: 0.5 });
  });

  it('reaches in each pixel from the lowest to the highest level, and leaves out what lies outside; what falls is by itself', () => {
    const perTime = 1 / (2 * hour);
    const covers = (mask: Uint8Array | undefined, pixels = 4) =>
      runToEnd(coversOf({ store, mask }, pixels, -first * perTime, perTime)).map(({ lows, highs }) =>
        Array.from(lows, (low, pixel) => ((highs[pixel] ?? 0) < low ? [] : [low, highs[pixel]])),
      );
    const falling = [[], [], [0.5, 0.75], []];
    assert.deepEqual(covers(undefined), [[[0.25, 0.75], [], [0.75, 1], []], falling]);
    assert.deepEqual(covers(Uint8Array.of(1, 0, 1, 1, 1)), [[[0.5, 0.75], [], [0.75, 1], []], falling]);
    assert.deepEqual(covers(undefined, 2), [
      [[0.25, 0.75], []],
      [[], []],
    ]);
  });
});
