import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { type RowNumbers, writtenNumbers } from '../data/derived.ts';
import { type ColumnId, type NumberColumn, isNumberColumn, textLists } from '../data/view-columns.ts';

/** The key of an unknown value: it comes after all others, in both directions. */
const lastKey = 0xffffffff;

/** Number of values of a digit, which is half a word. */
const radix = 0x10000;

/**
 * Sorts rows by their keys, which consist of one or more words, the least significant first. Equal keys keep their
 * order. Takes time linear in the rows; if a half-word is the same in all rows, they are only counted.
 */
function radixOrder(words: readonly Uint32Array[], rows: number): Uint32Array {
  let order = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) order[row] = row;
  let next = new Uint32Array(rows);
  const places = new Uint32Array(radix);
  for (const keys of words) {
    for (const shift of [0, 16]) {
      const digitOf = (row: number) => ((keys[row] ?? 0) >>> shift) & (radix - 1);
      places.fill(0);
      for (const row of order) places[digitOf(row)] = (places[digitOf(row)] ?? 0) + 1;
      if (places.includes(rows)) continue;
      for (let digit = 0, before = 0; digit < radix; digit += 1) {
        const count = places[digit] ?? 0;
        places[digit] = before;
        before += count;
      }
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

/**
 * Key words that sort like the numbers, the least significant first; NaN comes last in both directions. They are the
 * bits of the numbers, which sort like the numbers once those of negative numbers are inverted.
 */
function numberKeys(values: RowNumbers, rows: number, descending: boolean): Uint32Array[] {
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
function codeKeys(codes: ArrayLike<number>, ranks: Uint32Array, rows: number, descending: boolean): Uint32Array {
  const ordered = descending ? ranks.map((rank) => (rank === lastKey ? lastKey : lastKey - 1 - rank)) : ranks;
  const keys = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) keys[row] = ordered[codes[row] ?? 0] ?? lastKey;
  return keys;
}

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** The rank of each text in an order. Texts that compare as equal have the same rank. */
function ranksBy(texts: readonly string[], compare: (a: string, b: string) => number): Uint32Array {
  const byText = (a: number, b: number) => compare(texts[a] ?? '', texts[b] ?? '');
  const codes = [...texts.keys()].slice(1).sort(byText);
  const ranks = new Uint32Array(texts.length).fill(lastKey);
  let rank = 0;
  codes.forEach((code, at) => {
    if (at > 0 && byText(codes[at - 1] ?? 0, code) !== 0) rank += 1;
    ranks[code] = rank;
  });
  return ranks;
}

const publicRanks = new Uint32Array(3);
publicRanks[publicCodes.no] = 1;
publicRanks[publicCodes.yes] = 2;
publicRanks[publicCodes.unknown] = lastKey;

function keysOf(store: ColumnStore, { column, descending }: Sort, language: string): readonly Uint32Array[] {
  const { rows } = store;
  if (isNumberColumn(column)) return numberKeys(writtenNumbers(store, column), rows, descending);
  return [codeKeys(store[column].values, ranksOf(store, column, language), rows, descending)];
}

function ranksOf(store: ColumnStore, column: Exclude<ColumnId, NumberColumn>, language: string): Uint32Array {
  switch (column) {
    case 'difference':
    case 'vehicle':
      // In the order in which the vehicles were chosen.
      return Uint32Array.from(store[textLists[column]], (_, code) => (code === 0 ? lastKey : code));
    case 'isPublic':
      return publicRanks;
    case 'id':
      // IDs belong to no language, and there are as many as records: a language's order takes ten times as long.
      return ranksBy(store.ids, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
    default:
      return ranksBy(store[textLists[column]], new Intl.Collator(language, { numeric: true }).compare);
  }
}

/**
 * The rows in reverse order if a column is already sorted in ascending order, as the service's records are by time;
 * otherwise undefined.
 */
function turnedRound(values: RowNumbers, rows: number): Uint32Array | undefined {
  // This also excludes NaN.
  for (let row = 0; row < rows; row += 1) if (!(values.at(row) >= values.at(Math.max(0, row - 1)))) return undefined;
  const order = new Uint32Array(rows);
  let end = rows;
  for (let at = 0; at < rows;) {
    let first = end - 1;
    // Equal rows keep their order.
    while (first > 0 && values.at(first - 1) === values.at(first)) first -= 1;
    for (let row = first; row < end; row += 1, at += 1) order[at] = row;
    end = first;
  }
  return order;
}

/**
 * Sorts rows by the first column, rows that are equal there by the second, and so on; rows that are equal in all of
 * them keep the service's order. Unknown values come last in both directions.
 */
export function sortedRows(store: ColumnStore, sorts: readonly Sort[], language: string): Uint32Array {
  const [only] = sorts;
  if (sorts.length === 1 && only?.descending && isNumberColumn(only.column)) {
    const order = turnedRound(writtenNumbers(store, only.column), store.rows);
    if (order) return order;
  }
  const keys = sorts.toReversed().flatMap((sort) => keysOf(store, sort, language));
  return radixOrder(keys, store.rows);
}

function turned(sort: Sort | undefined, column: ColumnId): readonly Sort[] {
  if (!sort) return [{ column, descending: false }];
  return sort.descending ? [] : [{ column, descending: true }];
}

/**
 * The sort order after a click on a column's header: ascending, then descending, then none. This replaces the whole
 * sort order; with `add`, the other columns stay, and a new one is added after them.
 */
export function nextSort(sorts: readonly Sort[], column: ColumnId, add: boolean): readonly Sort[] {
  const there = sorts.find((sort) => sort.column === column);
  if (!add) return turned(sorts.length === 1 ? there : undefined, column);
  return there
    ? sorts.flatMap((sort) => (sort === there ? turned(there, column) : [sort]))
    : [...sorts, ...turned(there, column)];
}
