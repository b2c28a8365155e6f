import type { MaskedRows } from '../data/column-store.ts';
import { type Sliced, steps } from '../base/slices.ts';

/** What the charges that can be drawn cover: milliseconds since 1970, fractions of full charge. */
export interface Extent {
  drawable: number;
  /** How many of them end lower than they began. */
  falling: number;
  first: number;
  last: number;
  lowest: number;
  highest: number;
}

/** Levels by pixel: the lowest and the highest of the charges that begin in it. */
export interface LevelCover {
  readonly lows: Float32Array;
  readonly highs: Float32Array;
}

/** What is unknown or lies outside of 0 to 1 can't be drawn. A level that falls can't be right either, and is seen so. */
export function isDrawable(from: number, to: number, before: number, after: number): boolean {
  return to >= from && before >= 0 && before <= 1 && after >= 0 && after <= 1;
}

export function* extentOf({ store, mask }: MaskedRows): Sliced<Extent> {
  const extent: Extent = {
    drawable: 0,
    falling: 0,
    first: Infinity,
    last: -Infinity,
    lowest: Infinity,
    highest: -Infinity,
  };
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
      if (high < low) extent.falling += 1;
      if (from < extent.first) extent.first = from;
      if (from > extent.last) extent.last = from;
      if (low < extent.lowest) extent.lowest = low;
      if (high > extent.highest) extent.highest = high;
    }
  });
  return extent;
}

/**
 * What the charges of each vehicle cover, by its number, and last those of all vehicles whose level falls.
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
  const covers = Array.from({ length: store.vehicleCount + 1 }, () => ({
    lows: new Float32Array(pixels).fill(2),
    highs: new Float32Array(pixels).fill(-1),
  }));
  const { chargeStart, chargeEnd, startPercentRemaining: startLevel, endPercentRemaining: endLevel } = store;
  const falling = covers.length - 1;
  yield* steps(store.rows, (begin, end) => {
    const starts = chargeStart.part(begin, end);
    const ends = chargeEnd.part(begin, end);
    const befores = startLevel.part(begin, end);
    const afters = endLevel.part(begin, end);
    for (let row = begin; row < end; row += 1) {
      if (mask?.[row] === 0) continue;
      const from = starts[row - begin] ?? NaN;
      const before = befores[row - begin] ?? NaN;
      const after = afters[row - begin] ?? NaN;
      if (!isDrawable(from, ends[row - begin] ?? NaN, before, after)) continue;
      const cover = covers[after < before ? falling : falling > 1 ? store.vehicleOf(row) : 0];
      if (!cover) continue;
      const [low, high] = after < before ? [after, before] : [before, after];
      const pixel = Math.floor(zero + from * perTime);
      if (low < (cover.lows[pixel] ?? -1)) cover.lows[pixel] = low;
      if (high > (cover.highs[pixel] ?? 2)) cover.highs[pixel] = high;
    }
  });
  return covers;
}
