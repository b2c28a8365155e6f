import { chargingTypeName } from '../../common/text/charging-type.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { writtenNumbers } from '../data/derived.ts';
import {
  type ColumnId,
  type ColumnKind,
  type NumberColumn,
  type TextColumn,
  columnKinds,
  isNumberColumn,
  isTextColumn,
  textLists,
} from '../data/view-columns.ts';
import { folded } from '../base/text.ts';

/** Rows selected by a brush in a chart. It applies to whatever records there are, in addition to other filters. */
export interface BrushFilter {
  /** Describes the selection to the user, in the current language, zone and unit. */
  readonly label: () => string;
  readonly wanted: (store: ColumnStore) => RowTest;
}

type RowTest = (row: number) => boolean;

/**
 * An absent end is open. Both ends are included, with all values that are displayed the same. In the column's own unit
 * (`ColumnKind`).
 */
export interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The conditions for a row to be shown: all those that are set. An unknown value is in no range. */
export interface FilterSet {
  /** The location, the charging type or the ID contains this text; case is ignored. */
  readonly text?: string | undefined;
  readonly ranges?: Readonly<Partial<Record<NumberColumn, Range>>> | undefined;
  /** Names of vehicles: the record belongs to one of them. */
  readonly vehicles?: readonly (string | null)[] | undefined;
  /** How the record compares with the other side is one of these texts. */
  readonly differences?: readonly (string | null)[] | undefined;
  /** The location is one of these texts; null is an unknown text. */
  readonly locations?: readonly (string | null)[] | undefined;
  readonly chargingTypes?: readonly (string | null)[] | undefined;
  readonly ids?: readonly (string | null)[] | undefined;
  readonly currencies?: readonly (string | null)[] | undefined;
  /** One of `publicCodes`. */
  readonly isPublic?: readonly number[] | undefined;
  /** Only records with a field that breaks the contract. */
  readonly marked?: boolean | undefined;
  readonly brush?: BrushFilter | undefined;
}

/**
 * The smallest difference between values that cells display differently, in the column's unit. The ends of a range of
 * times include their whole minute already.
 */
const grains: Readonly<Partial<Record<ColumnKind, number>>> = {
  duration: 60_000,
  fraction: 0.01,
  energy: 0.01,
  power: 0.1,
  capacity: 0.1,
  money: 0.01,
  degrees: 0.00001,
};

/**
 * The range of all values that cells display as its ends or between them: a user who sees 7.4 and asks for 7.4 gets
 * that record, even if its value is 7.43. An end with more digits than cells show means exactly that number.
 */
function writtenRange(column: NumberColumn, { from = -Infinity, to = Infinity }: Range): Required<Range> {
  const grain = grains[columnKinds[column]];
  if (grain === undefined) return { from, to };
  const half = (end: number) => (Math.abs(end / grain - Math.round(end / grain)) < 1e-6 ? grain / 2 : 0);
  // A value halfway between is rounded up to the next one.
  return { from: from - half(from), to: to + half(to) * (1 - 1e-9) };
}

/** The column whose values filter a column: the two levels together have no range. */
export function filteredBy(id: ColumnId): ColumnId {
  return id === 'levels' ? 'endPercentRemaining' : id;
}

/** True if a filter is set on this column. */
export function isFiltered(filters: FilterSet, column: ColumnId): boolean {
  const id = filteredBy(column);
  if (isTextColumn(id)) return filters[textLists[id]] !== undefined;
  if (id === 'isPublic') return filters.isPublic !== undefined;
  return isNumberColumn(id) && filters.ranges?.[id] !== undefined;
}

/**
 * Sets the mark of each row whose code stands for a text that passes. Checks each text of the dictionary only once, and
 * calls nothing for a row: the first search after the start runs before the engine has compiled it.
 */
function markCodes(
  marks: Uint8Array,
  store: ColumnStore,
  id: TextColumn,
  passes: (text: string, code: number) => boolean,
): Uint8Array {
  const codes = store[id].values;
  const accepted = Uint8Array.from(store[textLists[id]], (text, code) => Number(passes(text, code)));
  if (!accepted.includes(1)) return marks;
  for (let row = 0; row < marks.length; row += 1) if (accepted[codes[row] ?? 0] === 1) marks[row] = 1;
  return marks;
}

/** Code 0 is an unknown text, which is not an empty one. */
function oneOf(texts: readonly (string | null)[]): (text: string, code: number) => boolean {
  const wanted = new Set(texts);
  return (text, code) => wanted.has(code === 0 ? null : text);
}

function containing(store: ColumnStore, text: string): Uint8Array {
  const wanted = folded(text);
  const holds = (each: string) => folded(each).includes(wanted);
  const marks = markCodes(new Uint8Array(store.rows), store, 'location', holds);
  markCodes(marks, store, 'chargingType', (each) => holds(each) || holds(chargingTypeName(each)));
  return store.hasExtraFields ? markCodes(marks, store, 'id', holds) : marks;
}

function inRange(store: ColumnStore, column: NumberColumn, range: Range): RowTest {
  const { from, to } = writtenRange(column, range);
  const values = writtenNumbers(store, column);
  // A comparison with NaN is false.
  if (columnKinds[column] !== 'fraction') return (row) => values.at(row) >= from && values.at(row) <= to;
  // Levels are 32-bit numbers: 0.35 means 0.35 rounded to 32 bits.
  const [least, most] = [Math.fround(from), Math.fround(to)];
  return (row) => {
    const value = Math.fround(values.at(row));
    return value >= least && value <= most;
  };
}

/** Of some conditions, the marks of the rows that pass. */
function* testsOf(store: ColumnStore, filters: FilterSet): Generator<RowTest | Uint8Array, void> {
  const { text, ranges = {}, isPublic, marked, brush } = filters;
  if (store.isCompared) yield (row) => !store.isInPair(row);
  if (text) yield containing(store, text);
  for (const [id, list] of Object.entries(textLists) as [TextColumn, (typeof textLists)[TextColumn]][]) {
    const texts = filters[list];
    if (texts) yield markCodes(new Uint8Array(store.rows), store, id, oneOf(texts));
  }
  if (isPublic) yield (row) => isPublic.includes(store.isPublic.at(row));
  if (marked) yield (row) => store.isMarked(row);
  for (const [column, range] of Object.entries(ranges) as [NumberColumn, Range][]) yield inRange(store, column, range);
  if (brush) yield brush.wanted(store);
}

/** 1 for each row that passes, else 0; undefined if all do. */
export function passing(store: ColumnStore, filters: FilterSet): Uint8Array | undefined {
  let mask: Uint8Array | undefined;
  for (const test of testsOf(store, filters)) {
    if (typeof test === 'function') {
      mask ??= new Uint8Array(store.rows).fill(1);
      for (let row = 0; row < mask.length; row += 1) if (mask[row] === 1 && !test(row)) mask[row] = 0;
    } else if (mask) {
      for (let row = 0; row < mask.length; row += 1) if (test[row] === 0) mask[row] = 0;
    } else mask = test;
  }
  return mask;
}
