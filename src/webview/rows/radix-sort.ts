import { type Sliced, rowsPerChunk, steps } from '../base/time-slices.ts';

/** The key of an unknown value: after all others, in both directions. */
export const lastKey = 0xffffffff;

/** As many digits as half a word has values. */
const radix = 0x10000;

/** All rows in the service's order. */
export function* inOrder(rows: number): Sliced<Uint32Array<ArrayBuffer>> {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    order[row] = row;
    if (row % rowsPerChunk === rowsPerChunk - 1) yield;
  }
  return order;
}

/**
 * Rows in the order of their keys, which are of one or more words, the least significant first. Equal keys keep their
 * order. Linear in the rows; a half of a word that is the same everywhere is only counted.
 */
export function* radixOrder(words: readonly Uint32Array[], rows: number): Sliced<Uint32Array> {
  let order = yield* inOrder(rows);
  let next = new Uint32Array(rows);
  const places = new Uint32Array(radix);
  for (const keys of words) {
    for (const shift of [0, 16]) {
      places.fill(0);
      yield* steps(rows, (from, to) => {
        for (let row = from; row < to; row += 1) {
          const digit = ((keys[row] ?? 0) >>> shift) & (radix - 1);
          places[digit] = (places[digit] ?? 0) + 1;
        }
      });
      if (places.includes(rows)) continue;
      toPlaces(places);
      const before = order;
      const after = next;
      yield* steps(rows, (from, to) => {
        for (let at = from; at < to; at += 1) {
          const row = before[at] ?? 0;
          const digit = ((keys[row] ?? 0) >>> shift) & (radix - 1);
          const place = places[digit] ?? 0;
          places[digit] = place + 1;
          after[place] = row;
        }
      });
      [order, next] = [after, before];
    }
  }
  return order;
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
