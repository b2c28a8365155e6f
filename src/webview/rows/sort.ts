import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { valuesOf } from '../data/derived.ts';
import { comparisonsPerStep, merged } from './merge-sort.ts';
import { lastKey, radixOrder } from './radix-sort.ts';
import type { Sliced } from '../base/time-slices.ts';
import { codeKeys, numberKeys } from './sort-keys.ts';
import { type ColumnId, isNumberColumn } from '../data/view-columns.ts';

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

function* keysOf(store: ColumnStore, { column, descending }: Sort, language: string): Sliced<readonly Uint32Array[]> {
  const { rows } = store;
  if (isNumberColumn(column)) return yield* numberKeys(yield* valuesOf(store, column), rows, descending);
  const keys = (codes: ArrayLike<number>, ranks: Uint32Array) => codeKeys(codes, ranks, rows, descending);
  switch (column) {
    case 'vehicle':
      // In the order in which they were chosen.
      return yield* keys(
        store.vehicle.values,
        Uint32Array.from(store.vehicles, (_, code) => (code === 0 ? lastKey : code)),
      );
    case 'isPublic':
      return yield* keys(store.isPublic.values, publicRanks);
    case 'location':
      return yield* keys(store.location.values, yield* collatedRanks(store.locations, language));
    case 'chargingType':
      return yield* keys(store.chargingType.values, yield* collatedRanks(store.chargingTypes, language));
  }
}

/**
 * Rows in the order of the first column, those that are equal there in the order of the second, and so on; what is
 * equal in all keeps the service's order. Unknown values come last either way.
 */
export function* sortedRows(store: ColumnStore, sorts: readonly Sort[], language: string): Sliced<Uint32Array> {
  const keys: Uint32Array[] = [];
  for (const sort of sorts.toReversed()) keys.push(...(yield* keysOf(store, sort, language)));
  return yield* radixOrder(keys, store.rows);
}
