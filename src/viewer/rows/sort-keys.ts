import type { RowNumbers } from '../data/derived.ts';
import { lastKey } from './radix-sort.ts';

/**
 * Words of keys in the order of the numbers, the least significant first; NaN comes last either way. They are the bits of
 * the numbers, which are in the numbers' order, the negative ones turned round.
 */
export function numberKeys(values: RowNumbers, rows: number, descending: boolean): Uint32Array[] {
  const flip = descending ? 0xffffffff : 0;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let row = 0; row < rows; row += 1) {
    const value = values.at(row);
    // Adding 0 makes of -0 the 0 that it equals.
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
 * One word of keys in the order of the codes' ranks.
 *
 * @param ranks by code; {@link lastKey} comes last either way
 */
export function codeKeys(codes: ArrayLike<number>, ranks: Uint32Array, rows: number, descending: boolean): Uint32Array {
  const ordered = descending ? ranks.map((rank) => (rank === lastKey ? lastKey : lastKey - 1 - rank)) : ranks;
  const keys = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) keys[row] = ordered[codes[row] ?? 0] ?? lastKey;
  return keys;
}
