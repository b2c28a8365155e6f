import { t } from '../../../common/translate.ts';
import { hasStart, isKnownColumn } from './csv-columns.ts';
import { type CsvDialect, type CsvLine, csvLines } from './csv-lines.ts';

/** A file as named columns. */
export interface CsvTable {
  /** The name of each column; all are distinct. */
  readonly names: readonly string[];
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

const separators = [',', ';', '\t', '|'];
/** Spreadsheets name the separator in a first line such as `sep=;`. */
const separatorLine = /^\ufeff?"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i;

/** A text read in one dialect. */
interface Reading extends Pick<CsvTable, 'openQuote'> {
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
 * Reads a text as a table. It has a single dialect: the one in which every line has as many cells as there are column
 * names or, if there is none, the one in which most lines do. Undefined if none of the first lines names the start of a
 * charge.
 */
export function csvTable(text: string): CsvTable | undefined {
  const [own = '', separator] = separatorLine.exec(text) ?? [];
  const readings: Reading[] = [];
  const dialects = [...new Set([...(separator === undefined ? [] : [separator]), ...separators])].flatMap(
    (each): CsvDialect[] => [
      { separator: each, escape: '"' },
      { separator: each, escape: '\\' },
    ],
  );
  for (const dialect of dialects) {
    if (dialect.escape === '\\' && !text.includes('\\"')) continue;
    const reading = readingOf(text, dialect, own.length);
    if (reading) readings.push(reading);
    if (reading?.odd.length === 0 && reading.openQuote === undefined) break;
  }
  const [best] = readings.sort((one, other) => cost(one) - cost(other));
  return best && tableOf(best);
}

function cost({ odd, openQuote }: Reading): number {
  return odd.length + (openQuote === undefined ? 0 : 1);
}

function readingOf(text: string, dialect: CsvDialect, from: number): Reading | undefined {
  const before = csvLines(text, dialect, from, mostBefore + 1).lines.findIndex(({ cells }) =>
    hasStart(cells.map((cell) => cell.trim())),
  );
  if (before < 0) return undefined;
  const { lines: all, openQuote } = csvLines(text, dialect, from);
  const head = all[before];
  if (!head) return undefined;
  const lines = all.slice(before + 1);
  const width = widthOf(head);
  const odd = lines.filter(({ cells, hasLooseQuote }) => {
    if (cells.every(isBlank)) return false;
    return hasLooseQuote || cells.length < width || cells.slice(width).some((cell) => !isBlank(cell));
  });
  return { title: all.slice(0, before), head, lines, odd, openQuote };
}

function tableOf({ title, head, lines: all, odd, openQuote }: Reading): CsvTable {
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
