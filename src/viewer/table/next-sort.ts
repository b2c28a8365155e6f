import type { Sort } from '../rows/sort.ts';
import type { ColumnId } from '../data/view-columns.ts';

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
