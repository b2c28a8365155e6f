import { type Sliced, rowsPerStep, steps } from '../base/time-slices.ts';

/** The key of an unknown value: after all others, in both directions. */
export const lastKey = 0xffffffff;

/** As many digits as half a word has values. */
const radix = 0x10000;

/** One digit of each row's key. Passes from the least significant digit to the most significant one put rows in order. */
export interface Digits {
  /** How many there are. */
  readonly count: number;
  /** Adds to `counts` how often each digit occurs in some rows. */
  readonly tally: (counts: Uint32Array, from: number, to: number) => void;
  /**
   * Puts some rows of an order in their places of the next one.
   *
   * @param order undefined: the service's
   * @param places where the next row of each digit goes
   */
  readonly place: (
    order: Uint32Array | undefined,
    places: Uint32Array,
    next: Uint32Array,
    from: number,
    to: number,
  ) => void;
}

// Each kind of key has loops of its own: to ask for each row's digit through a function would take most of their time.

/** Both halves of a key, the lower one first. */
export function digitsOfWord(keys: Uint32Array): readonly Digits[] {
  return [0, 16].map((shift) => ({
    count: radix,
    tally: (counts, from, to) => {
      for (let row = from; row < to; row += 1) {
        const digit = ((keys[row] ?? 0) >>> shift) & (radix - 1);
        counts[digit] = (counts[digit] ?? 0) + 1;
      }
    },
    place: (order, places, next, from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = order === undefined ? at : (order[at] ?? 0);
        const digit = ((keys[row] ?? 0) >>> shift) & (radix - 1);
        const place = places[digit] ?? 0;
        places[digit] = place + 1;
        next[place] = row;
      }
    },
  }));
}

/**
 * The rank of each row's code as one digit, however many ranks there are: nothing is written for each row but its place.
 *
 * @param ranks by code; {@link lastKey} comes last, either way
 */
export function digitOfCode(codes: ArrayLike<number>, ranks: Uint32Array, descending: boolean): Digits {
  const most = ranks.reduce((largest, rank) => (rank === lastKey ? largest : Math.max(largest, rank)), 0);
  const digits = ranks.map((rank) => (rank === lastKey ? most + 1 : descending ? most - rank : rank));
  return {
    count: most + 2,
    tally: (counts, from, to) => {
      for (let row = from; row < to; row += 1) {
        const digit = digits[codes[row] ?? 0] ?? 0;
        counts[digit] = (counts[digit] ?? 0) + 1;
      }
    },
    place: (order, places, next, from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = order === undefined ? at : (order[at] ?? 0);
        const digit = digits[codes[row] ?? 0] ?? 0;
        const place = places[digit] ?? 0;
        places[digit] = place + 1;
        next[place] = row;
      }
    },
  };
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
 * Rows in the order of keys of one or more digits, the least significant one first. Equal keys keep their order. Linear in
 * the rows; a digit that is the same everywhere is only counted. Room for all rows is taken no sooner than it is needed:
 * to be given a page of memory takes as long as to fill it.
 */
export function* radixOrder(keys: readonly Digits[], rows: number): Sliced<Uint32Array> {
  let order: Uint32Array | undefined;
  let spare: Uint32Array | undefined;
  const room = new Uint32Array(radix);
  for (const { count, tally, place } of keys) {
    const places = count <= radix ? room.subarray(0, count).fill(0) : new Uint32Array(count);
    yield* steps(rows, (from, to) => tally(places, from, to));
    if (places.includes(rows)) continue;
    toPlaces(places);
    const [before, next] = [order, spare ?? new Uint32Array(rows)];
    yield* steps(rows, (from, to) => place(before, places, next, from, to));
    [order, spare] = [next, before];
  }
  return order ?? (yield* inOrder(rows));
}
