import { t } from '../../common/translate.ts';
import { chargingTypeName } from '../../common/text/charging-type.ts';
import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import type { FilterSet, Range } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import { displayText, isolated, textName } from '../base/text.ts';
import {
  type ColumnId,
  type NumberColumn,
  type TextColumn,
  columnKinds,
  isTextColumn,
  textLists,
} from '../data/view-columns.ts';
import { type Zone, beginOf, clockOf, dayOf, lastMomentOf, momentOf } from '../formats/zone.ts';

const minute = 60_000;

/**
 * Converts a number that the user entered to the column's unit. Percentages are divided by 100: 35 × 0.01 is more than
 * a level's 0.35.
 */
function inColumnUnit(column: NumberColumn, number: number): number {
  const kind = columnKinds[column];
  if (kind === 'fraction') return number / 100;
  return kind === 'duration' ? number * minute : number;
}

/** Converts a range's end back to the number that the user entered, see {@link inColumnUnit}. */
function inUserUnit(column: NumberColumn, value: number): number {
  const kind = columnKinds[column];
  const number = kind === 'duration' ? value / minute : kind === 'fraction' ? value * 100 : value;
  return Math.round(number * 1e6) / 1e6;
}

/** The last millisecond of a day, `2026-05-01`, in the zone. */
function endOfDay(text: string, zone: Zone): number {
  return beginOf(dayOf(Date.parse(text), 'utc') + 1, zone) - 1;
}

/** `2026-05-01T10:30`; without the time if the end is a whole day. */
function momentText(value: number, end: keyof Range, zone: Zone): string {
  const text = clockOf(value, zone).toISOString().slice(0, 16);
  const [day = ''] = text.split('T');
  const whole = end === 'from' ? momentOf(day, zone) : endOfDay(day, zone);
  return value === whole ? day : text;
}

/** Formats a range's end for an input: a number, a day, or a day and a time. */
export function toInput(column: NumberColumn, value: number | undefined, end: keyof Range, zone: Zone): string {
  if (value === undefined) return '';
  return columnKinds[column] === 'time' ? momentText(value, end, zone) : String(inUserUnit(column, value));
}

/**
 * Reads a range's end from an input; undefined if that is empty or invalid. A `to` includes its whole day, or its whole
 * minute; if a local minute occurs twice, the later one.
 */
export function fromInput(column: NumberColumn, text: string, end: keyof Range, zone: Zone): number | undefined {
  if (text === '') return undefined;
  if (columnKinds[column] !== 'time') return known(inColumnUnit(column, Number(text)));
  const moment = momentOf(text, zone);
  if (end === 'from' || Number.isNaN(moment)) return known(moment);
  return text.includes('T') ? lastMomentOf(text, zone) + minute - 1 : endOfDay(text, zone);
}

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** A value that a column can be filtered by, with its name and the number of records that have it. */
export interface SetValue<T> {
  readonly value: T;
  readonly text: string;
  readonly count: number;
}

/** A code for each row, as a column holds them. */
export interface CodedRows {
  readonly values: ArrayLike<number>;
  readonly length: number;
}

/** Counts the rows for each of `kinds` codes; only the mask's rows, if there is a mask. */
function countCodes({ values, length }: CodedRows, kinds: number, mask?: Uint8Array): Uint32Array {
  const counts = new Uint32Array(kinds);
  for (let row = 0; row < length; row += 1) {
    const code = values[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + (mask?.[row] ?? 1);
  }
  return counts;
}

/** A value of a column as people read it. */
function valueName(id: ColumnId, text: string | null): string {
  return textName(text !== null && id === 'chargingType' ? chargingTypeName(text) : text);
}

/** @param mask the rows that pass all other filters; undefined: all */
export function textValues(store: ColumnStore, id: TextColumn, mask?: Uint8Array): SetValue<string | null>[] {
  const [codes, texts] = [store[id], store[textLists[id]]];
  const all = countCodes(codes, texts.length);
  const counts = mask ? countCodes(codes, texts.length, mask) : all;
  return texts
    .map((text, code) => ({ value: code === 0 ? null : text, count: counts[code] ?? 0, any: (all[code] ?? 0) > 0 }))
    .filter(({ any }) => any)
    .sort((a, b) => b.count - a.count)
    .map(({ value, count }) => ({ value, count, text: valueName(id, value) }));
}

/** @param mask see {@link textValues} */
export function publicValues(codes: CodedRows, mask?: Uint8Array): SetValue<number>[] {
  const kinds = Object.keys(publicCodes).length;
  const all = countCodes(codes, kinds);
  const counts = mask ? countCodes(codes, kinds, mask) : all;
  const text = { yes: t('Yes'), no: t('No'), unknown: t('unknown') };
  return (['yes', 'no', 'unknown'] as const)
    .filter((name) => (all[publicCodes[name]] ?? 0) > 0)
    .map((name) => ({ value: publicCodes[name], text: text[name], count: counts[publicCodes[name]] ?? 0 }));
}

/**
 * Number of records that have the most frequent value, at least 1. Avoids spread arguments, because there may be as
 * many values as records.
 */
export function highestCount(values: readonly SetValue<unknown>[]): number {
  return values.reduce((most, { count }) => Math.max(most, count), 1);
}

/** An active filter as text, and the change that removes it. */
export interface ActiveFilter {
  readonly text: string;
  readonly without: FilterSet;
}

/** The change that removes a column's own filter. */
export function withoutColumn(filters: FilterSet, id: ColumnId): FilterSet {
  if (isTextColumn(id)) return { [textLists[id]]: undefined };
  if (id === 'isPublic') return { isPublic: undefined };
  return { ranges: Object.fromEntries(Object.entries(filters.ranges ?? {}).filter(([other]) => other !== id)) };
}

/** The active filters as text. */
export function activeFilters(filters: FilterSet, formats: Formats, label: (id: ColumnId) => string): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  if (filters.text)
    active.push({ text: t('contains “{0}”', isolated(displayText(filters.text))), without: { text: '' } });
  for (const [id, range] of Object.entries(filters.ranges ?? {}) as [NumberColumn, Range][]) {
    active.push({ text: rangeWords(id, range, formats, label(id)), without: withoutColumn(filters, id) });
  }
  const listed = (id: ColumnId, values: readonly (string | null)[] | undefined) => {
    // The filter on all differences, which alone asks for those without a name, has a control of its own.
    if (!values || (id === 'difference' && values.includes(null))) return;
    const words = values.slice(0, 3).map((value) => isolated(valueName(id, value)));
    const list = [...words, ...(values.length > 3 ? ['…'] : [])].join(', ');
    active.push({ text: t('{0}: {1}', label(id), list), without: withoutColumn(filters, id) });
  };
  for (const id of Object.keys(textLists) as TextColumn[]) listed(id, filters[textLists[id]]);
  const flags = [t('No'), t('Yes'), t('unknown')];
  listed(
    'isPublic',
    filters.isPublic?.map((code) => flags[code] ?? ''),
  );
  if (filters.marked) active.push({ text: t('issues'), without: { marked: undefined } });
  if (filters.brush) active.push({ text: filters.brush.label(), without: { brush: undefined } });
  return active;
}

function rangeWords(id: NumberColumn, { from, to }: Range, formats: Formats, label: string): string {
  const kind = columnKinds[id];
  const words = (value: number, end: keyof Range): string => {
    if (kind === 'time') return momentText(value, end, formats.zone).replace('T', ' ');
    if (kind === 'fraction') return formats.exactPercent(value);
    const number = inUserUnit(id, value);
    return kind === 'duration' ? formats.minutes(number) : formats.exact(number);
  };
  if (from !== undefined && to !== undefined) return t('{0}: {1} to {2}', label, words(from, 'from'), words(to, 'to'));
  if (from !== undefined) return t('{0}: from {1}', label, words(from, 'from'));
  return t('{0}: to {1}', label, to === undefined ? '…' : words(to, 'to'));
}
