import { publicCodes } from '../service/columns.ts';
import type { ViewerStrings } from '../records/protocol.ts';
import type { Codes } from './column.ts';
import type { ColumnStore } from './column-store.ts';
import type { FilterSet, Range } from './filters.ts';
import type { Formats } from './formats.ts';
import { displayText, fill } from './text.ts';
import { type ColumnId, type NumberColumn, columnKinds, isNumberColumn } from './view-columns.ts';
import { type Zone, clockOf, momentOf } from './zone.ts';

const minute = 60_000;

/**
 * One of the user's numbers as a range's end in the column's unit. A percentage is divided: 35 × 0.01 is more than the
 * 0.35 of a level. Minutes take in what is written as so many of them, which is rounded.
 */
function inColumnUnit(column: NumberColumn, number: number, end: keyof Range): number {
  const kind = columnKinds[column];
  if (kind === 'fraction') return number / 100;
  if (kind !== 'duration') return number;
  return Math.round(number) * minute + (end === 'from' ? -minute / 2 : minute / 2 - 1);
}

/** A range's end as the number that {@link inColumnUnit} has made it from. */
function inUserUnit(column: NumberColumn, value: number): number {
  const kind = columnKinds[column];
  if (kind === 'duration') return Math.round(value / minute);
  return Math.round((kind === 'fraction' ? value * 100 : value) * 1e6) / 1e6;
}

/** A range's end as an input holds it. */
export function toInput(column: NumberColumn, value: number | undefined, zone: Zone): string {
  if (value === undefined) return '';
  if (columnKinds[column] === 'time') return clockOf(value, zone).toISOString().slice(0, 16);
  return String(inUserUnit(column, value));
}

/** What an input holds, as a range's end; undefined if it holds nothing. A `to` lasts to the end of its minute. */
export function fromInput(column: NumberColumn, text: string, end: keyof Range, zone: Zone): number | undefined {
  if (text === '') return undefined;
  const time = columnKinds[column] === 'time';
  const value = time ? momentOf(text, zone) : inColumnUnit(column, Number(text), end);
  if (Number.isNaN(value)) return undefined;
  return time && end === 'to' ? value + minute - 1 : value;
}

/** A value that a set of a column can be filtered by: how it is named, how many records have it. */
export interface SetValue<T> {
  readonly value: T;
  readonly text: string;
  readonly count: number;
}

/** What one of the texts of a set is called; null is an unknown text. */
function textName(value: string | null, { unknown, emptyValue }: ViewerStrings): string {
  if (value === null) return unknown;
  return displayText(value) || emptyValue;
}

export function textValues(codes: Codes, texts: readonly string[], strings: ViewerStrings): SetValue<string | null>[] {
  const counts = new Uint32Array(texts.length);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return texts
    .map((text, code) => ({ value: code === 0 ? null : text, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map((each) => ({ ...each, text: textName(each.value, strings) }));
}

export function publicValues(store: ColumnStore, strings: ViewerStrings): SetValue<number>[] {
  const counts = [0, 0, 0];
  const codes = store.isPublic.values;
  for (let row = 0; row < store.rows; row += 1) counts[codes[row] ?? 0] = (counts[codes[row] ?? 0] ?? 0) + 1;
  const text = { yes: strings.yes, no: strings.no, unknown: strings.unknown };
  return (['yes', 'no', 'unknown'] as const)
    .map((name) => ({ value: publicCodes[name], text: text[name], count: counts[publicCodes[name]] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** One filter that is set, in words, and the change that takes it away. */
export interface ActiveFilter {
  readonly text: string;
  readonly without: FilterSet;
}

/** True if a filter is set on this very column. */
export function isFiltered(filters: FilterSet, id: ColumnId): boolean {
  if (id === 'vehicle') return filters.vehicles !== undefined;
  if (id === 'location') return filters.locations !== undefined;
  if (id === 'chargingType') return filters.chargingTypes !== undefined;
  if (id === 'isPublic') return filters.isPublic !== undefined;
  return isNumberColumn(id) && filters.ranges?.[id] !== undefined;
}

/** The change that takes a column's own filter away. */
export function withoutColumn(filters: FilterSet, id: ColumnId): FilterSet {
  if (id === 'vehicle') return { vehicles: undefined };
  if (id === 'location') return { locations: undefined };
  if (id === 'chargingType') return { chargingTypes: undefined };
  if (id === 'isPublic') return { isPublic: undefined };
  return { ranges: Object.fromEntries(Object.entries(filters.ranges ?? {}).filter(([other]) => other !== id)) };
}

/** The filters that are set, in words. */
export function activeFilters(
  filters: FilterSet,
  strings: ViewerStrings,
  formats: Formats,
  label: (id: ColumnId) => string,
): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  if (filters.text)
    active.push({ text: fill(strings.filterContains, displayText(filters.text)), without: { text: '' } });
  for (const [id, range] of Object.entries(filters.ranges ?? {}) as [NumberColumn, Range][]) {
    active.push({ text: rangeWords(id, range, strings, formats, label(id)), without: withoutColumn(filters, id) });
  }
  const listed = (id: ColumnId, values: readonly (string | null)[] | undefined) => {
    if (!values) return;
    const words = values.slice(0, 3).map((value) => textName(value, strings));
    const list = [...words, ...(values.length > 3 ? ['…'] : [])].join(', ');
    active.push({ text: fill(strings.filterChosen, label(id), list), without: withoutColumn(filters, id) });
  };
  listed('vehicle', filters.vehicles);
  listed('location', filters.locations);
  listed('chargingType', filters.chargingTypes);
  const flags = [strings.no, strings.yes, strings.unknown];
  listed(
    'isPublic',
    filters.isPublic?.map((code) => flags[code] ?? ''),
  );
  if (filters.marked) active.push({ text: strings.filterMarked, without: { marked: undefined } });
  if (filters.chosen) active.push({ text: filters.chosen.label, without: { chosen: undefined } });
  return active;
}

function rangeWords(
  id: NumberColumn,
  { from, to }: Range,
  strings: ViewerStrings,
  formats: Formats,
  label: string,
): string {
  const kind = columnKinds[id];
  const words = (value: number): string => {
    if (kind === 'time') return formats.minute(value);
    const number = formats.exact(inUserUnit(id, value));
    if (kind === 'duration') return `${number} ${strings.minutes}`;
    return kind === 'fraction' ? formats.exactPercent(value) : number;
  };
  if (from !== undefined && to !== undefined) return fill(strings.filterBetween, label, words(from), words(to));
  if (from !== undefined) return fill(strings.filterFrom, label, words(from));
  return fill(strings.filterTo, label, to === undefined ? '…' : words(to));
}
