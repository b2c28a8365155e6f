/** A line of a CSV file. */
export interface CsvLine {
  readonly cells: readonly string[];
  /** The line of the file, from 1, on which it begins: cells may contain line breaks. */
  readonly line: number;
  /** Whether one of its cells has text after its closing quotation mark. */
  readonly hasLooseQuote: boolean;
}

/** How cells are separated and quoted in a file. */
export interface CsvDialect {
  readonly separator: string;
  /** What escapes a quotation mark within a quoted cell. A doubled quotation mark is always an escaped one. */
  readonly escape: '"' | '\\';
}

export interface CsvLines {
  readonly lines: readonly CsvLine[];
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; undefined if there is none. */
  readonly openQuote: number | undefined;
}

/**
 * Splits a text into cells. Written by hand because papaparse expects one kind of line ending in a file, does not
 * report line numbers, and searches everything after a quoted cell for the next separator, which takes hours in a file
 * without one.
 *
 * @param from where to start, as a character index from 0
 * @param most the maximum number of lines to read
 */
export function csvLines(text: string, { separator, escape }: CsvDialect, from = 0, most = Infinity): CsvLines {
  const ends = new RegExp(`[\\r\\n\\u{${(separator.codePointAt(0) ?? 0).toString(16)}}]`, 'gu');
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
      const quoted = quotedCell(text, at, escape);
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
function quotedCell(text: string, from: number, escape: CsvDialect['escape']) {
  let cell = '';
  let begun = from + 1;
  let quote = text.indexOf('"', begun);
  for (; quote >= 0; quote = text.indexOf('"', begun)) {
    if (escape === '\\' && isEscaped(text, begun, quote)) {
      cell += `${text.slice(begun, quote - 1)}"`;
      begun = quote + 1;
    } else if (text[quote + 1] === '"') {
      cell += text.slice(begun, quote + 1);
      begun = quote + 2;
    } else {
      break;
    }
  }
  const isOpen = quote < 0;
  const end = isOpen ? text.length : quote;
  cell += text.slice(begun, end);
  return { cell: escape === '\\' ? cell.replaceAll('\\\\', '\\') : cell, end: isOpen ? end : end + 1, isOpen };
}

/** Whether a character is preceded by an odd number of backslashes. */
function isEscaped(text: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
