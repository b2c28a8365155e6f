import type { ColumnStore, MaskedRows } from '../data/column-store.ts';
import { type Sliced, steps } from '../base/time-slices.ts';

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

/** What charts of levels read of some rows, of which the first is `from`. Holds until the next ones are read. */
interface LevelRows {
  readonly from: number;
  readonly to: number;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly befores: Float32Array;
  readonly afters: Float32Array;
}

function readRows(store: ColumnStore, from: number, to: number): LevelRows {
  return {
    ...{ from, to },
    starts: store.chargeStart.part(from, to),
    ends: store.chargeEnd.part(from, to),
    befores: store.startPercentRemaining.part(from, to),
    afters: store.endPercentRemaining.part(from, to),
  };
}

// The loops are over variables of their own: what lies in objects, or around a function, takes longer to get.

function extend(extent: Extent, rows: LevelRows, mask: Uint8Array | undefined): void {
  const { from, to, starts, ends, befores, afters } = rows;
  let { drawable, falling, first, last, lowest, highest } = extent;
  for (let row = from; row < to; row += 1) {
    const at = row - from;
    const start = starts[at] ?? NaN;
    const before = befores[at] ?? NaN;
    const after = afters[at] ?? NaN;
    if (mask?.[row] === 0 || !isDrawable(start, ends[at] ?? NaN, before, after)) continue;
    drawable += 1;
    if (after < before) falling += 1;
    if (start < first) first = start;
    if (start > last) last = start;
    if (before < lowest) lowest = before;
    if (after > highest) highest = after;
  }
  extent.drawable = drawable;
  extent.falling = falling;
  extent.first = first;
  extent.last = last;
  extent.lowest = lowest;
  extent.highest = highest;
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
  yield* steps(store.rows, (from, to) => extend(extent, readRows(store, from, to), mask));
  return extent;
}

/** Where a time lies: the pixel of the time 0, and how many a millisecond takes. */
interface TimeScale {
  readonly zero: number;
  readonly perTime: number;
}

/** @param covers of each vehicle, and last of those that fall */
function cover(
  covers: readonly LevelCover[],
  rows: LevelRows,
  { store, mask }: MaskedRows,
  { zero, perTime }: TimeScale,
): void {
  const { from, to, starts, ends, befores, afters } = rows;
  const falling = covers.length - 1;
  for (let row = from; row < to; row += 1) {
    const at = row - from;
    const start = starts[at] ?? NaN;
    const before = befores[at] ?? NaN;
    const after = afters[at] ?? NaN;
    if (mask?.[row] === 0 || !isDrawable(start, ends[at] ?? NaN, before, after)) continue;
    const falls = after < before;
    const of = covers[falls ? falling : falling > 1 ? store.vehicleOf(row) : 0];
    if (!of) continue;
    const { lows, highs } = of;
    const low = falls ? after : before;
    const high = falls ? before : after;
    const pixel = Math.floor(zero + start * perTime);
    if (low < (lows[pixel] ?? -1)) lows[pixel] = low;
    if (high > (highs[pixel] ?? 2)) highs[pixel] = high;
  }
}

/**
 * What the charges of each vehicle cover, by its number, and last those of all vehicles whose level falls.
 *
 * @param pixels how many of them lie side by side
 * @param zero the pixel of the time 0, and how many a millisecond takes
 */
export function* coversOf(records: MaskedRows, pixels: number, zero: number, perTime: number): Sliced<LevelCover[]> {
  const { store } = records;
  const covers = Array.from({ length: store.vehicleCount + 1 }, () => ({
    lows: new Float32Array(pixels).fill(2),
    highs: new Float32Array(pixels).fill(-1),
  }));
  const scale = { zero, perTime };
  yield* steps(store.rows, (from, to) => cover(covers, readRows(store, from, to), records, scale));
  return covers;
}
