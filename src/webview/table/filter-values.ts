import { publicCodes } from '../../service/columns.ts';
import type { ViewerStrings } from '../../records/protocol.ts';
import type { Codes } from '../data/column.ts';
import type { FilterSet, Range } from '../data/filters.ts';
import type { Formats } from '../formats/formats.ts';
import { displayText, fill } from '../base/text.ts';
import { type ColumnId, type NumberColumn, columnKinds, isNumberColumn } from '../data/view-columns.ts';
import { type Zone, clockOf, momentOf } from '../formats/zone.ts';

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
  const number =
    kind === 'duration'
      ? Math.round(value / minute)
      : Math.round((kind === 'fraction' ? value * 100 : value) * 1e6) / 1e6;
  // Half a minute less than none is rounded to a zero with a sign, which would be written.
  return number + 0;
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

/** A code for each row, as a column holds them. */
export interface CodedRows {
  readonly values: Codes;
  readonly length: number;
}

/** How many rows of each of so many codes there are; of the mask's rows, if there is one. */
function countCodes({ values, length }: CodedRows, kinds: number, mask?: Uint8Array): Uint32Array {
  const counts = new Uint32Array(kinds);
  for (let row = 0; row < length; row += 1) {
    const code = values[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + (mask?.[row] ?? 1);
  }
  return counts;
}

/** @param mask the rows that pass all other filters; undefined: all */
export function textValues(
  codes: CodedRows,
  texts: readonly string[],
  strings: ViewerStrings,
  mask?: Uint8Array,
): SetValue<string | null>[] {
  const all = countCodes(codes, texts.length);
  const counts = mask ? countCodes(codes, texts.length, mask) : all;
  return texts
    .map((text, code) => ({ value: code === 0 ? null : text, count: counts[code] ?? 0, any: (all[code] ?? 0) > 0 }))
    .filter(({ any }) => any)
    .sort((a, b) => b.count - a.count)
    .map(({ value, count }) => ({ value, count, text: textName(value, strings) }));
}

/** @param mask see {@link textValues} */
export function publicValues(codes: CodedRows, strings: ViewerStrings, mask?: Uint8Array): SetValue<number>[] {
  const kinds = Object.keys(publicCodes).length;
  const all = countCodes(codes, kinds);
  const counts = mask ? countCodes(codes, kinds, mask) : all;
  const text = { yes: strings.yes, no: strings.no, unknown: strings.unknown };
  return (['yes', 'no', 'unknown'] as const)
    .filter((name) => (all[publicCodes[name]] ?? 0) > 0)
    .map((name) => ({ value: publicCodes[name], text: text[name], count: counts[publicCodes[name]] ?? 0 }));
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
  if (filters.chosen) active.push({ text: filters.chosen.label(), without: { chosen: undefined } });
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
    if (kind === 'fraction') return formats.exactPercent(value);
    const number = formats.exact(inUserUnit(id, value));
    return kind === 'duration' ? `${number} ${strings.minutes}` : number;
  };
  if (from !== undefined && to !== undefined) return fill(strings.filterBetween, label, words(from), words(to));
  if (from !== undefined) return fill(strings.filterFrom, label, words(from));
  return fill(strings.filterTo, label, to === undefined ? '…' : words(to));
}
