import { hasStart } from './csv-columns.ts';

/** A file as named columns. */
interface CsvTable {
  /** The name of each column; those without one and those that are repeated are numbered. */
  readonly names: readonly string[];
  /** The cells of the lines that have values. A line without a cell for a trailing column is shorter. */
  readonly lines: readonly (readonly string[])[];
  readonly separator: string;
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; undefined if there is none. */
  readonly openQuote: number | undefined;
}

const separators = [',', ';', '\t'];
/** The maximum number of columns: each line is looked at for each of them. */
const mostColumns = 1000;

const isBlank = (cell: string) => cell.trim() === '';

/**
 * Reads a text as a table, by the first separator with which its first line names the start of a charge. Undefined if
 * none does.
 */
export function csvTable(text: string): CsvTable | undefined {
  for (const separator of separators) {
    const names = namesIn(csvLines(text, separator, 1).lines[0] ?? []);
    if (!hasStart(names)) continue;
    const { lines, openQuote } = csvLines(text, separator);
    return { names, lines: lines.slice(1).filter((cells) => !cells.every(isBlank)), separator, openQuote };
  }
  return undefined;
}

/** Empty cells after the last name are no columns. */
function namesIn(head: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const width = Math.min(mostColumns, head.findLastIndex((cell) => !isBlank(cell)) + 1);
  return head.slice(0, width).map((cell, column) => {
    let name = cell.trim() || `column_${column + 1}`;
    while (seen.has(name)) name += `_${column + 1}`;
    seen.add(name);
    return name;
  });
}

/**
 * Splits a text into cells (RFC 4180). Written by hand because papaparse expects one kind of line ending in a file, and
 * searches everything after a quoted cell for the next separator, which takes hours in a file without one; csv-parse
 * takes 1.6 times as long, and gives nothing of a file whose last quotation mark is open.
 *
 * @param most the maximum number of lines to read
 */
function csvLines(text: string, separator: string, most = Infinity): Pick<CsvTable, 'lines' | 'openQuote'> {
  const ends = new RegExp(`[\\r\\n${separator}]`, 'g');
  const lines: string[][] = [];
  let openQuote: number | undefined;
  let cells: string[] = [];
  let at = 0;
  while (at < text.length && lines.length < most) {
    let cell = '';
    const isQuoted = text[at] === '"';
    if (isQuoted) {
      const quoted = quotedCell(text, at);
      if (quoted.isOpen) openQuote = at;
      cell = quoted.cell;
      at = quoted.end;
    }
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    const rest = text.slice(at, end);
    cells.push(isQuoted ? cell + rest.trimEnd() : rest);
    at = end + 1;
    if (text[end] === separator && at < text.length) continue;
    if (text[end] === separator) cells.push('');
    else if (text.startsWith('\r\n', end)) at += 1;
    lines.push(cells);
    cells = [];
  }
  return { lines, openQuote };
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
