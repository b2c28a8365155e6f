import { lastKey } from './radix-sort.ts';
import { type Sliced, steps } from '../base/time-slices.ts';

/**
 * Words of keys in the order of the numbers, the least significant first; NaN comes last either way. They are the bits of
 * the numbers, which are in the numbers' order, the negative ones turned round.
 */
export function* numberKeys(values: ArrayLike<number>, rows: number, descending: boolean): Sliced<Uint32Array[]> {
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

/** Sortable 32 bits of the upper word of a float: order of the words is order of the numbers. */
function sortable(bits: number): number {
  return (bits & 0x80000000 ? ~bits : bits | 0x80000000) >>> 0;
}

/**
 * One word of keys in the order of the codes' ranks.
 *
 * @param ranks by code; {@link lastKey} comes last either way
 */
export function* codeKeys(
  codes: ArrayLike<number>,
  ranks: Uint32Array,
  rows: number,
  descending: boolean,
): Sliced<Uint32Array[]> {
  const ordered = descending ? ranks.map((rank) => (rank === lastKey ? lastKey : lastKey - 1 - rank)) : ranks;
  const keys = new Uint32Array(rows);
  yield* steps(rows, (from, to) => {
    for (let row = from; row < to; row += 1) keys[row] = ordered[codes[row] ?? 0] ?? lastKey;
  });
  return [keys];
}
