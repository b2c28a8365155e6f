import { isRecord } from '../../common/is-record.ts';
import { isText } from '../base/type-guards.ts';
import type { FilterSet, Range } from '../rows/filters.ts';
import { type Layout, defaultLayout, readLayout } from '../grid/layout.ts';
import type { Sort } from '../rows/sort.ts';
import {
  type ColumnId,
  type FirstColumn,
  type NumberColumn,
  isColumnId,
  isNumberColumn,
} from '../data/view-columns.ts';
import { type Zone, readZone } from '../formats/zone.ts';

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
const sort = [{ column: 'chargeStart', descending: true }] as const;

/** @param first the column before those of a record, if there is one */
export function noViewState(first?: FirstColumn): ViewState {
  return { sort, filters: {}, layout: defaultLayout(first), zone: undefined };
}

function readSort(kept: unknown): readonly Sort[] {
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).flatMap((each) => {
    if (!isRecord(each) || !isText(each.column) || !isColumnId(each.column)) return [];
    return [{ column: each.column, descending: each.descending === true }];
  });
}

function readRanges(kept: unknown): FilterSet['ranges'] {
  if (!isRecord(kept)) return undefined;
  const ranges: Partial<Record<NumberColumn, Range>> = {};
  const end = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
  for (const [id, range] of Object.entries(kept)) {
    if (!isColumnId(id) || !isNumberColumn(id) || !isRecord(range)) continue;
    ranges[id] = { from: end(range.from), to: end(range.to) };
  }
  return Object.keys(ranges).length > 0 ? ranges : undefined;
}

function readList<T>(kept: unknown, fits: (value: unknown) => value is T): readonly T[] | undefined {
  return Array.isArray(kept) && kept.every(fits) ? kept : undefined;
}

const isTextOrUnknown = (value: unknown): value is string | null => value === null || isText(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';

function readFilters(kept: unknown): FilterSet {
  if (!isRecord(kept)) return {};
  return {
    text: isText(kept.text) && kept.text !== '' ? kept.text : undefined,
    ranges: readRanges(kept.ranges),
    vehicles: readList(kept.vehicles, isText),
    differences: readList(kept.differences, isTextOrUnknown),
    locations: readList(kept.locations, isTextOrUnknown),
    chargingTypes: readList(kept.chargingTypes, isTextOrUnknown),
    ids: readList(kept.ids, isTextOrUnknown),
    currencies: readList(kept.currencies, isTextOrUnknown),
    isPublic: readList(kept.isPublic, isNumber),
    marked: kept.marked === true || undefined,
  };
}

/** Reads the valid parts of a saved state: another version of this page may have written it. */
export function readViewState(kept: unknown, first?: FirstColumn): ViewState {
  if (!isRecord(kept)) return noViewState(first);
  return {
    sort: readSort(kept.sort),
    filters: readFilters(kept.filters),
    layout: readLayout(kept.layout, first),
    zone: readZone(kept.zone),
  };
}

/** A cell of the table, as saved across reloads and restarts; the row is a position in the order. */
export interface TablePlace {
  readonly position: number;
  readonly column: ColumnId;
}

/** Reads the valid parts of a saved position: another version of this page may have written it. */
export function readTablePlace(kept: unknown): TablePlace | undefined {
  if (!isRecord(kept)) return undefined;
  const { position, column } = kept;
  if (!Number.isInteger(position) || (position as number) < 0) return undefined;
  return isText(column) && isColumnId(column) ? { position: position as number, column } : undefined;
}
