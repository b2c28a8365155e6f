/** The key of an unknown value: it comes after all others, in both directions. */
export const lastKey = 0xffffffff;

/** Number of values of a digit, which is half a word. */
const radix = 0x10000;

/**
 * Sorts rows by their keys, which consist of one or more words, the least significant first. Equal keys keep their
 * order. Takes time linear in the rows; if a half-word is the same in all rows, they are only counted.
 */
export function radixOrder(words: readonly Uint32Array[], rows: number): Uint32Array {
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  let next = new Uint32Array(rows);
  const places = new Uint32Array(radix);
  for (const keys of words) {
    for (const shift of [0, 16]) {
      const digitOf = (row: number) => ((keys[row] ?? 0) >>> shift) & (radix - 1);
      places.fill(0);
      for (const row of order) places[digitOf(row)] = (places[digitOf(row)] ?? 0) + 1;
      if (places.includes(rows)) continue;
      let before = 0;
      places.forEach((count, digit) => {
        places[digit] = before;
        before += count;
      });
      for (const row of order) {
        const digit = digitOf(row);
        const at = places[digit] ?? 0;
        next[at] = row;
        places[digit] = at + 1;
      }
      [order, next] = [next, order];
    }
  }
  return order;
}
