import type { FilterSet } from '../rows/filters.ts';
import type { Layout } from '../grid/layout.ts';
import type { Sort } from '../rows/sort.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { Zone } from '../formats/zone.ts';

/** How the user has arranged the table, as saved across reloads and restarts. */
export interface ViewState {
  readonly sort: readonly Sort[];
  /** Without the brush of a chart. */
  readonly filters: FilterSet;
  readonly layout: Layout;
  /** Undefined: not chosen. */
  readonly zone: Zone | undefined;
}

/** The latest charge first. */
export const latestFirst = [{ column: 'chargeStart', descending: true }] as const;

/** A cell of the table, as saved across reloads and restarts; the row is a position in the order. */
export interface TablePlace {
  readonly position: number;
  readonly column: ColumnId;
}
