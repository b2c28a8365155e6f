import type { MaskedRows } from '../data/column-store.ts';
import { type Sliced, steps } from '../base/slices.ts';

/** What the charges that can be drawn cover: milliseconds since 1970, fractions of full charge. */
export interface Extent {
  drawable: number;
  first: number;
  last: number;
  lowest: number;
  highest: number;
}

/** Levels by pixel: the lowest start and the highest end of the charges that begin in it; no end is below its start. */
export interface LevelCover {
  readonly lows: Float32Array;
  readonly highs: Float32Array;
}

/** What is unknown, falls, or lies outside of 0 to 1 is no gain that could be drawn. */
export function isDrawable(from: number, to: number, low: number, high: number): boolean {
  return to >= from && low >= 0 && high >= low && high <= 1;
}

export function* extentOf({ store, mask }: MaskedRows): Sliced<Extent> {
  const extent: Extent = { drawable: 0, first: Infinity, last: -Infinity, lowest: Infinity, highest: -Infinity };
  const { chargeStart, chargeEnd, startPercentRemaining: before, endPercentRemaining: after } = store;
  yield* steps(store.rows, (begin, end) => {
    const starts = chargeStart.part(begin, end);
    const ends = chargeEnd.part(begin, end);
    const lows = before.part(begin, end);
    const highs = after.part(begin, end);
    for (let row = begin; row < end; row += 1) {
      if (mask?.[row] === 0) continue;
      const from = starts[row - begin] ?? NaN;
      const low = lows[row - begin] ?? NaN;
      const high = highs[row - begin] ?? NaN;
      if (!isDrawable(from, ends[row - begin] ?? NaN, low, high)) continue;
      extent.drawable += 1;
      if (from < extent.first) extent.first = from;
      if (from > extent.last) extent.last = from;
      if (low < extent.lowest) extent.lowest = low;
      if (high > extent.highest) extent.highest = high;
    }
  });
  return extent;
}

/**
 * What the charges of each vehicle cover, by its number.
 *
 * @param pixels how many of them lie side by side
 * @param zero the pixel of the time 0, and how many a millisecond takes
 */
export function* coversOf(
  { store, mask }: MaskedRows,
  pixels: number,
  zero: number,
  perTime: number,
): Sliced<LevelCover[]> {
  const covers = Array.from({ length: store.vehicleCount }, () => ({
    lows: new Float32Array(pixels).fill(2),
    highs: new Float32Array(pixels).fill(-1),
  }));
  const { chargeStart, chargeEnd, startPercentRemaining: before, endPercentRemaining: after } = store;
  const several = covers.length > 1;
  yield* steps(store.rows, (begin, end) => {
    const starts = chargeStart.part(begin, end);
    const ends = chargeEnd.part(begin, end);
    const lows = before.part(begin, end);
    const highs = after.part(begin, end);
    for (let row = begin; row < end; row += 1) {
      const cover = covers[several ? store.vehicleOf(row) : 0];
      if (!cover || mask?.[row] === 0) continue;
      const from = starts[row - begin] ?? NaN;
      const low = lows[row - begin] ?? NaN;
      const high = highs[row - begin] ?? NaN;
      if (!isDrawable(from, ends[row - begin] ?? NaN, low, high)) continue;
      const pixel = Math.floor(zero + from * perTime);
      if (low < (cover.lows[pixel] ?? -1)) cover.lows[pixel] = low;
      if (high > (cover.highs[pixel] ?? 2)) cover.highs[pixel] = high;
    }
  });
  return covers;
}
