import { publicCodes } from '../../service/records/columns.ts';
import type { MaskedRows } from '../data/column-store.ts';
import { numbersOf, writtenNumbers } from '../data/derived.ts';
import { type ColumnId, type ColumnKind, type NumberColumn, columnKinds } from '../data/view-columns.ts';

/** Summary of a column, over the rows that pass the filters. */
export interface ColumnSummary {
  /** Rows that have a value, and rows whose value is unknown. */
  readonly known: number;
  readonly missing: number;
  readonly distinct: number;
}

/** The same for numbers and times, in the column's unit, including impossible ones; NaN if there are none. */
export interface NumberSummary extends ColumnSummary {
  readonly least: number;
  readonly median: number;
  readonly greatest: number;
  /** As in the viewer's totals: without impossible values. Undefined if a sum is meaningless. */
  readonly total: number | undefined;
}

/** The known values of a column, as cells display them, in ascending order. */
export function sortedValues({ store, mask }: MaskedRows, column: NumberColumn): Float64Array {
  const numbers = writtenNumbers(store, column);
  const values = new Float64Array(store.rows);
  let known = 0;
  for (let row = 0; row < store.rows; row += 1) {
    const value = mask?.[row] === 0 ? NaN : numbers.at(row);
    // The next known value overwrites an unknown one.
    values[known] = value;
    if (!Number.isNaN(value)) known += 1;
  }
  return values.subarray(0, known).sort();
}

/** @param sorted see {@link sortedValues} */
export function summarizeNumbers(rows: MaskedRows, column: NumberColumn, sorted: Float64Array): NumberSummary {
  const known = sorted.length;
  const at = (place: number) => sorted[place] ?? NaN;
  let distinct = 0;
  for (let place = 0; place < known; place += 1) if (at(place) !== at(place - 1)) distinct += 1;
  const kind = columnKinds[column];
  return {
    ...{ known, missing: countRows(rows) - known, distinct },
    ...{ least: at(0), greatest: at(known - 1) },
    median: (at((known - 1) >> 1) + at(known >> 1)) / 2,
    total: kind === 'energy' || kind === 'duration' || hasOneCurrency(rows, kind) ? totalOf(rows, column) : undefined,
  };
}

/** Summarizes a column of codes: texts, or whether a charge was public. */
export function summarizeCodes(rows: MaskedRows, column: Exclude<ColumnId, NumberColumn>): ColumnSummary {
  const { store, mask } = rows;
  const { values } = store[column];
  const unknown = column === 'isPublic' ? publicCodes.unknown : 0;
  const seen = new Set<number>();
  let missing = 0;
  for (let row = 0; row < store.rows; row += 1) {
    if (mask?.[row] === 0) continue;
    const code = values[row] ?? unknown;
    if (code === unknown) missing += 1;
    else seen.add(code);
  }
  return { known: countRows(rows) - missing, missing, distinct: seen.size };
}

function countRows({ store, mask }: MaskedRows): number {
  return mask ? mask.reduce((count, passes) => count + passes, 0) : store.rows;
}

/** Amounts in several currencies cannot be added. */
function hasOneCurrency(rows: MaskedRows, kind: ColumnKind): boolean {
  return kind === 'money' && summarizeCodes(rows, 'currency').distinct < 2;
}

function totalOf({ store, mask }: MaskedRows, column: NumberColumn): number {
  const numbers = numbersOf(store, column);
  let total = 0;
  for (let row = 0; row < store.rows; row += 1) {
    const value = mask?.[row] === 0 ? NaN : numbers.at(row);
    if (value >= 0) total += value;
  }
  return total;
}
