import type { ColumnStore } from '../data/column-store.ts';
import { LastResult } from '../base/last-result.ts';
import { type Sliced, steps } from '../base/time-slices.ts';

/** Rows that something outside of the table has chosen, such as a brush in a chart. It holds for whatever records there are. */
export interface BrushFilter {
  /** For the reader: what was chosen, in the words and the unit that hold now. */
  readonly label: () => string;
  /** 1 for each row of the store that is chosen, else 0; looked for once. */
  readonly rows: (store: ColumnStore) => Sliced<Uint8Array>;
}

/**
 * Rows of a store for which `wanted` holds, whatever else is filtered: other filters hold beside this one, and may be
 * taken away while it stays.
 */
export function brushFilter(
  label: () => string,
  wanted: (store: ColumnStore) => (row: number) => boolean,
): BrushFilter {
  const kept = new LastResult<Uint8Array>();
  const look = function* (store: ColumnStore) {
    const rows = new Uint8Array(store.rows);
    const isWanted = wanted(store);
    yield* steps(rows.length, (from, to) => {
      for (let row = from; row < to; row += 1) rows[row] = Number(isWanted(row));
    });
    return rows;
  };
  return { label, rows: (store) => kept.of([store, store.rows], () => look(store)) };
}
