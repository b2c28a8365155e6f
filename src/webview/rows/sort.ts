import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { numbersInSteps } from '../data/derived.ts';
import { comparisonsPerStep, merged } from './merge-sort.ts';
import { type Digits, digitOfCode, digitsOfWord, lastKey, radixOrder } from './radix-sort.ts';
import { scaledKeys } from './scaled-keys.ts';
import { isScaled } from '../data/scaled.ts';
import type { Sliced } from '../base/time-slices.ts';
import { numberKeys } from './sort-keys.ts';
import { turnedRows } from './turned-rows.ts';
import { type ColumnId, type NumberColumn, isNumberColumn } from '../data/view-columns.ts';

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** The place of each text in the language's order. Texts that the language holds for equal share a place. */
function* collatedRanks(texts: readonly string[], language: string): Sliced<Uint32Array> {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byText = (a: number, b: number) => compare(texts[a] ?? '', texts[b] ?? '');
  const codes = yield* merged(
    Uint32Array.from({ length: texts.length - 1 }, (_, index) => index + 1),
    byText,
  );
  const ranks = new Uint32Array(texts.length).fill(lastKey);
  let rank = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (at > 0 && byText(codes[at - 1] ?? 0, code) !== 0) rank += 1;
    ranks[code] = rank;
    if (at % comparisonsPerStep === comparisonsPerStep - 1) yield;
  }
  return ranks;
}

const publicRanks = new Uint32Array(3);
publicRanks[publicCodes.no] = 1;
publicRanks[publicCodes.yes] = 2;
publicRanks[publicCodes.unknown] = lastKey;

function* digitsOf(store: ColumnStore, { column, descending }: Sort, language: string): Sliced<readonly Digits[]> {
  const { rows } = store;
  if (isNumberColumn(column)) {
    const numbers = yield* numbersInSteps(store, column);
    const words = yield* isScaled(numbers)
      ? scaledKeys(numbers, rows, descending)
      : numberKeys(numbers, rows, descending);
    return words.flatMap(digitsOfWord);
  }
  switch (column) {
    case 'vehicle': {
      // In the order in which they were chosen.
      const ranks = Uint32Array.from(store.vehicles, (_, code) => (code === 0 ? lastKey : code));
      return [digitOfCode(store.vehicle.values, ranks, descending)];
    }
    case 'isPublic':
      return [digitOfCode(store.isPublic.values, publicRanks, descending)];
    case 'location':
      return [digitOfCode(store.location.values, yield* collatedRanks(store.locations, language), descending)];
    case 'chargingType':
      return [digitOfCode(store.chargingType.values, yield* collatedRanks(store.chargingTypes, language), descending)];
  }
}

/** Rows of a store in an order. */
export interface Sorted {
  readonly sorts: readonly Sort[];
  readonly rows: Uint32Array;
}

/** The number column by which these rows are sorted the other way round. */
function turnedColumn(sorts: readonly Sort[], before: Sorted): NumberColumn | undefined {
  const [sort, ...more] = sorts;
  const [last] = before.sorts;
  if (!sort || !last || more.length > 0 || before.sorts.length > 1) return undefined;
  const { column, descending } = sort;
  return column === last.column && descending !== last.descending && isNumberColumn(column) ? column : undefined;
}

/**
 * Rows in the order of the first column, those that are equal there in the order of the second, and so on; what is
 * equal in all keeps the service's order. Unknown values come last either way.
 *
 * @param before rows of the same store that were sorted before; the other way round is the most frequent next order
 */
export function* sortedRows(
  store: ColumnStore,
  sorts: readonly Sort[],
  language: string,
  before?: Sorted,
): Sliced<Uint32Array> {
  const turned = before && turnedColumn(sorts, before);
  if (turned) return yield* turnedRows(before.rows, yield* numbersInSteps(store, turned));
  const keys: Digits[] = [];
  for (const sort of sorts.toReversed()) keys.push(...(yield* digitsOf(store, sort, language)));
  return yield* radixOrder(keys, store.rows);
}
