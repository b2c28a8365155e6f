import { type Sliced, rowsPerStep } from '../base/slices.ts';

/** The key of an unknown value: after all others, in both directions. */
export const lastKey = 0xffffffff;

const radix = 0x10000;

/** Counts the digits at `shift` of some keys. */
function countDigits(keys: Uint32Array, from: number, to: number, shift: number, counts: Uint32Array): void {
  for (let at = from; at < to; at += 1) {
    const digit = ((keys[at] ?? 0) >>> shift) & (radix - 1);
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
}

/** What a pass reads and writes. */
interface Pass {
  readonly rows: Uint32Array;
  readonly keys: Uint32Array;
  readonly shift: number;
  /** Where the next row of each digit goes. */
  readonly places: Uint32Array;
  readonly to: Uint32Array;
}

function placeRows({ rows, keys, shift, places, to }: Pass, from: number, end: number): void {
  for (let at = from; at < end; at += 1) {
    const row = rows[at] ?? 0;
    const digit = ((keys[row] ?? 0) >>> shift) & (radix - 1);
    const place = places[digit] ?? 0;
    places[digit] = place + 1;
    to[place] = row;
  }
}

/** Makes of each digit's count the place of its first row. */
function toPlaces(counts: Uint32Array): void {
  let place = 0;
  for (let digit = 0; digit < counts.length; digit += 1) {
    const count = counts[digit] ?? 0;
    counts[digit] = place;
    place += count;
  }
}

/** All rows in the service's order. */
export function* inOrder(rows: number): Sliced<Uint32Array<ArrayBuffer>> {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    order[row] = row;
    if (row % rowsPerStep === rowsPerStep - 1) yield;
  }
  return order;
}

/**
 * Rows in the order of keys of one or more words, the least significant word first. Equal keys keep their order. Linear
 * in the rows; of a word whose upper or lower half is the same everywhere, only the other half takes time.
 */
export function* radixOrder(words: readonly Uint32Array[], rows: number): Sliced<Uint32Array> {
  let order = yield* inOrder(rows);
  let spare = new Uint32Array(rows);
  const places = new Uint32Array(radix);
  for (const keys of words) {
    for (const shift of [0, 16]) {
      places.fill(0);
      for (let from = 0; from < rows; from += rowsPerStep) {
        countDigits(keys, from, Math.min(rows, from + rowsPerStep), shift, places);
        yield;
      }
      if (places[((keys[0] ?? 0) >>> shift) & (radix - 1)] === rows) continue;
      toPlaces(places);
      const pass: Pass = { rows: order, keys, shift, places, to: spare };
      for (let from = 0; from < rows; from += rowsPerStep) {
        placeRows(pass, from, Math.min(rows, from + rowsPerStep));
        yield;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}
