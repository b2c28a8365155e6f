import type { RowNumbers } from '../data/derived.ts';
import { lastKey } from './radix-sort.ts';

/**
 * Key words that sort like the numbers, the least significant first; NaN comes last in both directions. They are the
 * bits of the numbers, which sort like the numbers once those of negative numbers are inverted.
 */
export function numberKeys(values: RowNumbers, rows: number, descending: boolean): Uint32Array[] {
  const flip = descending ? 0xffffffff : 0;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let row = 0; row < rows; row += 1) {
    const value = values.at(row);
    // Adding 0 turns -0 into 0, which it equals.
    number[0] = value + 0;
    const [lower = 0, upper = 0] = [bits[0], bits[1]];
    const unknown = Number.isNaN(value);
    const negative = (upper & 0x80000000) !== 0;
    low[row] = unknown ? lastKey : (negative ? ~lower : lower) ^ flip;
    high[row] = unknown ? lastKey : (negative ? ~upper : upper | 0x80000000) ^ flip;
  }
  return [low, high];
}

/**
 * One key word for each row, in the order of the codes' ranks.
 *
 * @param ranks by code; {@link lastKey} comes last in both directions
 */
export function codeKeys(codes: ArrayLike<number>, ranks: Uint32Array, rows: number, descending: boolean): Uint32Array {
  const ordered = descending ? ranks.map((rank) => (rank === lastKey ? lastKey : lastKey - 1 - rank)) : ranks;
  const keys = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) keys[row] = ordered[codes[row] ?? 0] ?? lastKey;
  return keys;
}
