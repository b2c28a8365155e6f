import { t } from '../../../common/translate.ts';
import { hasStart, isKnownColumn } from './csv-columns.ts';

/** A line of a CSV file. */
interface CsvLine {
  readonly cells: readonly string[];
  /** The line of the file, from 1, on which it begins: cells may contain line breaks. */
  readonly line: number;
  /** Whether one of its cells has text after its closing quotation mark. */
  readonly hasLooseQuote: boolean;
}

/** A file as named columns. */
export interface CsvTable {
  /** The name of each column; all are distinct. */
  readonly names: readonly string[];
  readonly separator: string;
  /** The lines that have values. A line without a cell for a trailing column is shorter. */
  readonly lines: readonly CsvLine[];
  /** What of the file is missing from the table or has been interpreted. */
  readonly notes: readonly string[];
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; undefined if there is none. */
  readonly openQuote: number | undefined;
}

/** How many lines may come before the column names: some programs write a title first. */
const mostBefore = 9;
/** The maximum number of columns; known columns are read beyond it. */
const mostColumns = 1000;

const separators = [',', ';', '\t'];
/** Spreadsheets name the separator in a first line such as `sep=;`. */
const separatorLine = /^\ufeff?"?sep=[,;\t]"?(?:\r\n|\r|\n|$)/i;

/** A text read by one separator. */
interface Reading extends Pick<CsvTable, 'openQuote' | 'separator'> {
  /** The lines above the column names. */
  readonly title: readonly CsvLine[];
  readonly head: CsvLine;
  readonly lines: readonly CsvLine[];
  /** Lines that do not fit: too many or too few cells, or text after a closing quotation mark. */
  readonly odd: readonly CsvLine[];
}

const isBlank = (cell: string) => cell.trim() === '';

/** The number of columns that a first line names: empty cells after the last name are not columns. */
function widthOf(head: CsvLine): number {
  return head.cells.findLastIndex((cell) => !isBlank(cell)) + 1;
}

/**
 * Reads a text as a table. It has a single separator: the one by which every line has as many cells as there are column
 * names or, if there is none, the one by which most lines do. Undefined if none of the first lines names the start of a
 * charge.
 */
export function csvTable(text: string): CsvTable | undefined {
  const [own = ''] = separatorLine.exec(text) ?? [];
  const readings: Reading[] = [];
  for (const separator of separators) {
    const reading = readingOf(text, separator, own.length);
    if (reading) readings.push(reading);
    if (reading?.odd.length === 0 && reading.openQuote === undefined) break;
  }
  const [best] = readings.sort((one, other) => cost(one) - cost(other));
  return best && tableOf(best);
}

function cost({ odd, openQuote }: Reading): number {
  return odd.length + (openQuote === undefined ? 0 : 1);
}

function readingOf(text: string, separator: string, from: number): Reading | undefined {
  const before = csvLines(text, separator, from, mostBefore + 1).lines.findIndex(({ cells }) =>
    hasStart(cells.map((cell) => cell.trim())),
  );
  if (before < 0) return undefined;
  const { lines: all, openQuote } = csvLines(text, separator, from);
  const head = all[before];
  if (!head) return undefined;
  const lines = all.slice(before + 1);
  const width = widthOf(head);
  const odd = lines.filter(({ cells, hasLooseQuote }) => {
    if (cells.every(isBlank)) return false;
    return hasLooseQuote || cells.length < width || cells.slice(width).some((cell) => !isBlank(cell));
  });
  return { title: all.slice(0, before), head, lines, odd, openQuote, separator };
}

function tableOf({ title, head, lines: all, odd, openQuote, separator }: Reading): CsvTable {
  const width = widthOf(head);
  const chosen = chosenColumns(head.cells.slice(0, width).map((name) => name.trim()));
  const isCut = chosen.length < width;
  const isHead = ({ cells }: CsvLine) => cells[0] === head.cells[0] && cells.join('\n') === head.cells.join('\n');
  const repeated = all.filter(isHead);
  const empty = all.filter(({ cells }) => cells.length > 1 && cells.every(isBlank));
  const lines = all.filter((line) => !isHead(line) && !line.cells.every(isBlank));
  const notes = [
    ...(title.some(({ cells }) => !cells.every(isBlank)) ? [t('Not read: the text above the column names.')] : []),
    ...(isCut ? [t('Not read: all but the first {0} of {1} columns.', chosen.length, width)] : []),
    ...(odd[0] ? [t('Lines that do not fit the columns: {0} (first: line {1}).', odd.length, odd[0].line)] : []),
    ...(repeated[0] ? [t('Column names repeated in line {0}.', repeated[0].line)] : []),
    ...(empty[0] ? [t('Not read: lines without a value: {0} (first: line {1}).', empty.length, empty[0].line)] : []),
  ];
  return {
    names: chosen.map(({ name }) => name),
    separator,
    lines: isCut
      ? lines.map((line) => ({ ...line, cells: chosen.map(({ column }) => line.cells[column] ?? '') }))
      : lines,
    notes,
    openQuote,
  };
}

/** Column names, numbered if they are repeated or empty. */
function chosenColumns(names: readonly string[]): readonly { name: string; column: number }[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const chosen: { name: string; column: number }[] = [];
  for (const [column, own] of names.entries()) {
    let name = own === '' ? `column_${column + 1}` : own;
    const isAgain = seen.has(name);
    if (chosen.length >= mostColumns && (isAgain || !isKnownColumn(name))) continue;
    for (let count = (counts.get(name) ?? 0) + 1; seen.has(name); count += 1) {
      counts.set(own, count);
      name = `${own}_${count}`;
    }
    seen.add(name);
    chosen.push({ name, column });
  }
  return chosen;
}

interface CsvLines {
  readonly lines: readonly CsvLine[];
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; undefined if there is none. */
  readonly openQuote: number | undefined;
}

/**
 * Splits a text into cells (RFC 4180). Written by hand because papaparse expects one kind of line ending in a file, does
 * not report line numbers, and searches everything after a quoted cell for the next separator, which takes hours in a
 * file without one; csv-parse takes 1.6 times as long, and gives nothing of a file whose last quotation mark is open.
 *
 * @param from where to start, as a character index from 0
 * @param most the maximum number of lines to read
 */
function csvLines(text: string, separator: string, from = 0, most = Infinity): CsvLines {
  const ends = new RegExp(`[\\r\\n${separator}]`, 'g');
  const lines: CsvLine[] = [];
  let openQuote: number | undefined;
  let cells: string[] = [];
  let hasLooseQuote = false;
  let at = from;
  let line = linesIn(text.slice(0, from));
  let begun = line;
  while (at < text.length && lines.length < most) {
    // Where files were concatenated, there may be a byte order mark in the middle.
    if (cells.length === 0 && text[at] === '\ufeff') at += 1;
    let cell = '';
    if (text[at] === '"') {
      const quoted = quotedCell(text, at);
      if (quoted.isOpen) openQuote = at;
      cell = quoted.cell;
      at = quoted.end;
      line += linesIn(cell) - 1;
    }
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    const rest = text.slice(at, end);
    if (cell === '') cell = rest;
    else if (rest.trim() !== '') {
      hasLooseQuote = true;
      cell += rest;
    }
    cells.push(cell);
    at = end + separator.length;
    if (text.startsWith(separator, end) && at < text.length) continue;
    if (text.startsWith(separator, end)) cells.push('');
    else if (end < text.length) at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    lines.push({ cells, line: begun, hasLooseQuote });
    line += 1;
    [cells, begun, hasLooseQuote] = [[], line, false];
  }
  return { lines, openQuote };
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}

/** @param from index of the opening quotation mark */
function quotedCell(text: string, from: number) {
  let cell = '';
  let begun = from + 1;
  let quote = text.indexOf('"', begun);
  for (; quote >= 0; quote = text.indexOf('"', begun)) {
    if (text[quote + 1] !== '"') break;
    cell += text.slice(begun, quote + 1);
    begun = quote + 2;
  }
  const isOpen = quote < 0;
  const end = isOpen ? text.length : quote;
  cell += text.slice(begun, end);
  return { cell, end: isOpen ? end : end + 1, isOpen };
}
