import { publicCodes } from '../service/columns.ts';
import type { ColumnStore } from './column-store.ts';
import { numbersOf } from './derived.ts';
import { type ColumnId, isNumberColumn } from './view-columns.ts';

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** The key of an unknown value: last in both directions. */
const last = 0xffffffff;

/** Sortable 32 bits of the upper word of a float: order of the words is order of the numbers. */
function sortable(bits: number): number {
  return (bits & 0x80000000 ? ~bits : bits | 0x80000000) >>> 0;
}

/** One stable pass by 16 bits of the keys. False, and nothing done, if they are all the same. */
function pass(from: Uint32Array, to: Uint32Array, keys: Uint32Array, shift: number, counts: Uint32Array): boolean {
  const rows = from.length;
  counts.fill(0);
  for (let at = 0; at < rows; at += 1) {
    const digit = ((keys[at] ?? 0) >>> shift) & 0xffff;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  if (counts[((keys[0] ?? 0) >>> shift) & 0xffff] === rows) return false;
  let offset = 0;
  for (let digit = 0; digit < counts.length; digit += 1) {
    const count = counts[digit] ?? 0;
    counts[digit] = offset;
    offset += count;
  }
  for (let at = 0; at < rows; at += 1) {
    const row = from[at] ?? 0;
    const digit = ((keys[row] ?? 0) >>> shift) & 0xffff;
    const place = counts[digit] ?? 0;
    counts[digit] = place + 1;
    to[place] = row;
  }
  return true;
}

/** Rows in the order of keys of one or more words, the least significant word first. Equal keys keep their order. */
function radixOrder(words: readonly Uint32Array[], rows: number): Uint32Array {
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  let spare = new Uint32Array(rows);
  const counts = new Uint32Array(0x10000);
  for (const keys of words) {
    for (const shift of [0, 16]) {
      if (pass(order, spare, keys, shift, counts)) [order, spare] = [spare, order];
    }
  }
  return order;
}

function float64Keys(values: Float64Array, rows: number, descending: boolean): Uint32Array[] {
  const flip = descending ? 0xffffffff : 0;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) {
      low[row] = last;
      high[row] = last;
      continue;
    }
    // Adding 0 makes of -0 the 0 that it equals.
    number[0] = value + 0;
    const upper = bits[1] ?? 0;
    const lower = bits[0] ?? 0;
    low[row] = (upper & 0x80000000 ? ~lower : lower) ^ flip;
    high[row] = sortable(upper) ^ flip;
  }
  return [low, high];
}

function float32Keys(values: Float32Array, rows: number, descending: boolean): Uint32Array[] {
  const flip = descending ? 0xffffffff : 0;
  const keys = new Uint32Array(rows);
  const number = new Float32Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row] ?? NaN;
    number[0] = value + 0;
    keys[row] = Number.isNaN(value) ? last : sortable(bits[0] ?? 0) ^ flip;
  }
  return [keys];
}

/** Keys by a rank for each code; the unknown code stays last. */
function codeKeys(codes: ArrayLike<number>, rows: number, ranks: Uint32Array, descending: boolean): Uint32Array[] {
  const flip = descending ? 0xffffffff : 0;
  const keyOfCode = ranks.map((rank) => (rank === last ? last : rank ^ flip));
  const keys = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) keys[row] = keyOfCode[codes[row] ?? 0] ?? last;
  return [keys];
}

/** The place of each text in the language's order. Texts that the language holds for equal share a place. */
function collatedRanks(texts: readonly string[], language: string): Uint32Array {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const codes = texts.map((_, code) => code).slice(1);
  const text = (code: number | undefined) => (code === undefined ? '' : (texts[code] ?? ''));
  codes.sort((a, b) => compare(text(a), text(b)));
  const ranks = new Uint32Array(texts.length).fill(last);
  let rank = 1;
  codes.forEach((code, index) => {
    if (index > 0 && compare(text(codes[index - 1]), text(code)) !== 0) rank += 1;
    ranks[code] = rank;
  });
  return ranks;
}

const publicRanks = new Uint32Array(3);
publicRanks[publicCodes.no] = 1;
publicRanks[publicCodes.yes] = 2;
publicRanks[publicCodes.unknown] = last;

function keysOf(store: ColumnStore, { column, descending }: Sort, language: string): Uint32Array[] {
  const { rows } = store;
  if (isNumberColumn(column)) {
    const values = numbersOf(store, column);
    return values instanceof Float64Array
      ? float64Keys(values, rows, descending)
      : float32Keys(values, rows, descending);
  }
  switch (column) {
    case 'vehicle': {
      // In the order in which they were chosen.
      const ranks = Uint32Array.from(store.vehicles, (_, code) => (code === 0 ? last : code));
      return codeKeys(store.vehicle.values, rows, ranks, descending);
    }
    case 'isPublic':
      return codeKeys(store.isPublic.values, rows, publicRanks, descending);
    case 'location':
      return codeKeys(store.location.values, rows, collatedRanks(store.locations, language), descending);
    case 'chargingType':
      return codeKeys(store.chargingType.values, rows, collatedRanks(store.chargingTypes, language), descending);
  }
}

/**
 * Rows in the order of the first column, those that are equal there in the order of the second, and so on; what is
 * equal in all keeps the service's order. Unknown values come last either way.
 */
export function sortedRows(store: ColumnStore, sorts: readonly Sort[], language: string): Uint32Array {
  const words = sorts.toReversed().flatMap((sort) => keysOf(store, sort, language));
  return radixOrder(words, store.rows);
}
