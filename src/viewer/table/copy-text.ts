import { escapeMarkdownCell } from '../../common/text/plain-text.ts';
import { formulaStart, publicCodes } from '../../service/records/columns.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { numbersOf } from '../data/derived.ts';
import { wholeText } from '../base/text.ts';
import {
  type ColumnId,
  type NumberColumn,
  columnKinds,
  isNumberColumn,
  isTextColumn,
  textLists,
} from '../data/view-columns.ts';

/** `cell`: as TSV, without the names of the columns. */
export type CopyForm = 'tsv' | 'cell' | 'markdown' | 'json';

/** The part of the table that is copied. */
export interface Copied {
  readonly store: ColumnStore;
  readonly rows: readonly number[];
  readonly columns: readonly ColumnId[];
  readonly label: (id: ColumnId) => string;
  readonly cells: CellTexts;
}

/** Columns that the table rounds and formats for the user's language. */
function isAmount(id: ColumnId): id is NumberColumn {
  return ['energy', 'power', 'capacity', 'money', 'degrees'].includes(columnKinds[id]);
}

/** Prevents a spreadsheet from treating a text as a formula. A number stays a number. */
function harmless(text: string): string {
  return formulaStart.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}

/**
 * A cell of a spreadsheet. If it began with a plain quotation mark, everything up to the next one would become part of
 * it.
 */
function sheetCell(text: string): string {
  const line = harmless(text.replace(/[\t\r\n]+/g, ' '));
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line;
}

/** Splits the levels, which share a cell, into two columns for further use, and likewise a cost and its currency. */
function parted(columns: readonly ColumnId[], form: CopyForm): readonly ColumnId[] {
  const absent = (...ids: readonly ColumnId[]) => ids.filter((id) => !columns.includes(id));
  return columns.flatMap((id) => {
    if (id === 'levels') return absent('startPercentRemaining', 'endPercentRemaining');
    return id === 'cost' && form !== 'markdown' ? [id, ...absent('currency')] : [id];
  });
}

/** A value for JSON: times as ISO 8601, durations in seconds, unknown values as null. */
function value(store: ColumnStore, row: number, id: ColumnId): unknown {
  if (id === 'isPublic') {
    const code = store.isPublic.values[row];
    return code === publicCodes.unknown ? null : code === publicCodes.yes;
  }
  return isTextColumn(id) ? text(store[textLists[id]], store[id].values[row]) : null;
}

function text(texts: readonly string[], code = 0): string | null {
  return code === 0 ? null : (texts[code] ?? null);
}

function json({ store, rows, columns }: Copied): string {
  const numbers = new Map(columns.filter(isNumberColumn).map((id) => [id as ColumnId, numbersOf(store, id)]));
  const valueOf = (row: number, id: ColumnId): unknown => {
    const column = numbers.get(id);
    if (!column) return value(store, row, id);
    const number = column.at(row);
    if (Number.isNaN(number)) return null;
    const kind = columnKinds[id];
    if (kind === 'time') return new Date(number).toISOString();
    // A 32-bit fraction has digits that were never sent.
    if (kind === 'fraction') return Math.round(number * 1e6) / 1e6;
    return kind === 'duration' ? number / 1000 : number;
  };
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((id) => [id, valueOf(row, id)]))),
    undefined,
    2,
  );
}

/**
 * Formats rows as text for the clipboard. TSV and Markdown contain the displayed text, with long texts in full; in TSV,
 * amounts have all their digits, so that they can be used in calculations. JSON contains the values.
 */
export function copyText(form: CopyForm, shown: Copied): string {
  const copied = form === 'cell' ? shown : { ...shown, columns: parted(shown.columns, form) };
  if (form === 'json') return json(copied);
  const { store, rows, columns, label, cells } = copied;
  const words = (row: number) =>
    columns.map((id) => {
      const text = cells.text(store, row, id);
      // A cell on screen truncates long texts.
      const whole = value(store, row, id);
      return {
        text: typeof whole === 'string' ? wholeText(whole) : (text ?? cells.unknown),
        unknown: text === undefined,
      };
    });
  if (form !== 'markdown') {
    const amounts = columns.map((id) => (isAmount(id) ? numbersOf(store, id) : undefined));
    const exact = (row: number) =>
      words(row).map(({ text, unknown }, index) => {
        const amount = amounts[index]?.at(row);
        if (unknown) return '';
        return amount === undefined ? sheetCell(text) : cells.exactly(amount);
      });
    const heads = form === 'tsv' ? [columns.map((id) => sheetCell(label(id)))] : [];
    return [...heads, ...rows.map(exact)].map((line) => line.join('\t')).join('\n');
  }
  const line = (each: readonly string[]) => `| ${each.map(escapeMarkdownCell).join(' | ')} |`;
  const rule = `|${columns.map((id) => (isNumberColumn(id) ? ' ---: |' : ' --- |')).join('')}`;
  return [line(columns.map(label)), rule, ...rows.map((row) => line(words(row).map(({ text }) => text)))].join('\n');
}
