import { lastKey } from './radix-sort.ts';
import type { Floats } from '../data/scaled.ts';
import { type Sliced, rowsPerStep, steps } from '../base/time-slices.ts';

/** Grains to try, the coarsest first, as how many of them make 1: seconds among milliseconds, wholes, hundredths, thousandths. */
const scales = [0.001, 1, 100, 1000] as const;

/** What all known values have in common. */
interface Extent {
  least: number;
  most: number;
  /** Index of the first of {@link scales} that fits so far. */
  scaleIndex: number;
}

function extend(extent: Extent, values: Floats, from: number, to: number): void {
  const single = values instanceof Float32Array;
  const fits = (value: number, by: number) => {
    const whole = Math.round(value * by) / by;
    return (single ? Math.fround(whole) : whole) === value;
  };
  let { least, most, scaleIndex } = extent;
  for (let row = from; row < to; row += 1) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    while (scaleIndex < scales.length && !fits(value, scales[scaleIndex] ?? 1)) scaleIndex += 1;
  }
  extent.least = least;
  extent.most = most;
  extent.scaleIndex = scaleIndex;
}

/**
 * Keys of values that are whole multiples of a thousandth, a hundredth, one, or a thousand, and not too far apart: one
 * word in place of two, and of that often little more than half. Most of what a service sends is so. Undefined if these
 * are not.
 */
function* wholeKeys(values: Floats, rows: number, descending: boolean): Sliced<Uint32Array[] | undefined> {
  const extent: Extent = { least: Infinity, most: -Infinity, scaleIndex: 0 };
  for (let from = 0; from < rows && extent.scaleIndex < scales.length; from += rowsPerStep) {
    extend(extent, values, from, Math.min(rows, from + rowsPerStep));
    yield;
  }
  const scale = scales[extent.scaleIndex];
  // Rounding a larger one would make some that differ the same.
  if (scale === undefined || Math.max(Math.abs(extent.least), Math.abs(extent.most)) * scale > 2 ** 50)
    return undefined;
  const least = Math.round(extent.least * scale);
  const most = Math.round(extent.most * scale);
  if (most - least >= lastKey) return undefined;
  const keys = new Uint32Array(rows);
  yield* steps(rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const value = values[row] ?? NaN;
      const whole = Math.round(value * scale);
      keys[row] = Number.isNaN(value) ? lastKey : descending ? most - whole : whole - least;
    }
  });
  return [keys];
}

/** Sortable 32 bits of the upper word of a float: order of the words is order of the numbers. */
function sortable(bits: number): number {
  return (bits & 0x80000000 ? ~bits : bits | 0x80000000) >>> 0;
}

/** Keys of any numbers: their bits, which are in the numbers' order, the negative ones turned round. */
function* bitKeys(values: Floats, rows: number, descending: boolean): Sliced<Uint32Array[]> {
  const flip = descending ? 0xffffffff : 0;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  yield* steps(rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const value = values[row] ?? NaN;
      // Adding 0 makes of -0 the 0 that it equals.
      number[0] = value + 0;
      const upper = bits[1] ?? 0;
      const lower = bits[0] ?? 0;
      const unknown = Number.isNaN(value);
      low[row] = unknown ? lastKey : (upper & 0x80000000 ? ~lower : lower) ^ flip;
      high[row] = unknown ? lastKey : sortable(upper) ^ flip;
    }
  });
  return [low, high];
}

/** Words of keys in the order of the numbers, the least significant first; NaN comes last either way. */
export function* numberKeys(values: Floats, rows: number, descending: boolean): Sliced<Uint32Array[]> {
  return (yield* wholeKeys(values, rows, descending)) ?? (yield* bitKeys(values, rows, descending));
}
