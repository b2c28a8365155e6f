import type { Sort } from '../rows/sort.ts';
import type { ColumnId } from '../data/view-columns.ts';

function turned(sort: Sort | undefined, column: ColumnId): readonly Sort[] {
  if (!sort) return [{ column, descending: false }];
  return sort.descending ? [] : [{ column, descending: true }];
}

/**
 * The order after a column's header was used: up, down, then out of it. By itself it takes the place of all others;
 * with `add` they stay, and a new one comes after them.
 */
export function nextSort(sorts: readonly Sort[], column: ColumnId, add: boolean): readonly Sort[] {
  const there = sorts.find((sort) => sort.column === column);
  if (!add) return turned(sorts.length === 1 ? there : undefined, column);
  return there
    ? sorts.flatMap((sort) => (sort === there ? turned(there, column) : [sort]))
    : [...sorts, ...turned(there, column)];
}
