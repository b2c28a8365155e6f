import { isRecord } from '../../common/is-record.ts';
import { type ColumnId, type FirstColumn, columnIds, isColumnId, isExtraField } from '../data/view-columns.ts';

/** Minimum and maximum width of a column, in pixels. */
const narrowest = 48;
const widest = 1200;

/** One column of the table. */
export interface ColumnPlace {
  readonly id: ColumnId;
  /** In pixels; absent: as wide as its content needs. */
  readonly width?: number | undefined;
  /** Absent: nobody has chosen, so that a table without room for the column leaves it out. */
  readonly hidden?: boolean | undefined;
}

/** All columns in their order, hidden ones too. */
export type Layout = readonly ColumnPlace[];

/** Columns that are shown by default, in this order; the others follow, hidden. */
const usual: readonly ColumnId[] = ['chargeStart', 'energy', 'duration', 'levels', 'location', 'chargingType'];
const isFirst = (id: ColumnId): id is FirstColumn => id === 'difference' || id === 'vehicle';
const ofRecord: Layout = [
  ...usual.map((id) => ({ id })),
  ...columnIds.filter((id) => !isFirst(id) && !usual.includes(id)).map((id) => ({ id, hidden: true })),
];

/** @param first the column before those of a record, if there is one */
export function defaultLayout(first?: FirstColumn): Layout {
  return first ? [{ id: first }, ...ofRecord] : ofRecord;
}

/** Columns that a table without room for them leaves out, in this order. */
const optional: readonly ColumnId[] = ['location', 'chargingType', 'duration', 'levels', 'energy'];

/** The columns that fit into a width in pixels, and those that somebody has chosen to see or has given a width. */
export function fitting(
  columns: readonly ColumnPlace[],
  least: (place: ColumnPlace) => number,
  room: number,
): readonly ColumnPlace[] {
  let fits = columns;
  for (const each of optional) {
    if (fits.length === 1 || fits.reduce((sum, place) => sum + least(place), 0) <= room) break;
    fits = fits.filter(({ id, hidden, width }) => id !== each || hidden !== undefined || width !== undefined);
  }
  return fits;
}

export function visible(layout: Layout): readonly ColumnPlace[] {
  return layout.filter(({ hidden }) => !hidden);
}

/** The layout for records without extra fields: hides the columns of those fields. */
export function withoutExtraFields(layout: Layout): Layout {
  const offered = layout.map((place) => (isExtraField(place.id) ? { ...place, hidden: true } : place));
  return visible(offered).length > 0 ? offered : defaultLayout(layout.map(({ id }) => id).find(isFirst));
}

/**
 * Undoes {@link withoutExtraFields} in a layout that was changed afterwards: those columns become as they were before.
 */
export function withExtraFieldsOf(layout: Layout, before: Layout): Layout {
  const hiddenBefore = (id: ColumnId) => before.find((place) => place.id === id)?.hidden;
  return layout.map((place) => (isExtraField(place.id) ? { ...place, hidden: hiddenBefore(place.id) } : place));
}

function changed(layout: Layout, id: ColumnId, change: Partial<ColumnPlace>): Layout {
  return layout.map((place) => (place.id === id ? { ...place, ...change } : place));
}

/** @param width in pixels; undefined: as wide as its content needs */
export function resized(layout: Layout, id: ColumnId, width: number | undefined): Layout {
  const within = width === undefined ? undefined : Math.round(Math.max(narrowest, Math.min(width, widest)));
  return changed(layout, id, { width: within });
}

/** Hides or shows a column. The last visible one stays. */
export function withHidden(layout: Layout, id: ColumnId, hidden: boolean): Layout {
  const others = visible(layout).some((place) => place.id !== id);
  return hidden && !others ? layout : changed(layout, id, { hidden });
}

/** Moves a column before another, or to the end if that is undefined. */
export function movedBefore(layout: Layout, id: ColumnId, before: ColumnId | undefined): Layout {
  const place = layout.find((each) => each.id === id);
  if (!place || id === before) return layout;
  const rest = layout.filter((each) => each !== place);
  const at = rest.findIndex((each) => each.id === before);
  return rest.toSpliced(at === -1 ? rest.length : at, 0, place);
}

/** Reads a saved layout: uses what is valid, and includes every column exactly once. */
export function readLayout(kept: unknown, first?: FirstColumn): Layout {
  const standard = defaultLayout(first);
  if (!Array.isArray(kept)) return standard;
  const places = new Map<ColumnId, ColumnPlace>();
  for (const each of kept as unknown[]) {
    if (!isRecord(each)) continue;
    const { id, width, hidden } = each;
    if (typeof id !== 'string' || !isColumnId(id) || !standard.some((place) => place.id === id)) continue;
    const size = typeof width === 'number' && width >= narrowest && width <= widest ? { width } : {};
    places.set(id, { id, ...size, ...(typeof hidden === 'boolean' && { hidden }) });
  }
  const missing = standard.filter(({ id }) => !places.has(id));
  // Unless the user has moved it.
  const before = missing.filter(({ id }) => isFirst(id));
  const layout = [...before, ...places.values(), ...missing.filter(({ id }) => !isFirst(id))];
  return visible(layout).length > 0 ? layout : standard;
}
