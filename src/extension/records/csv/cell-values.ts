import { t } from '../../../common/translate.ts';
import { type CellJson, type CsvColumn, isNumeric } from './csv-columns.ts';
import type { FieldKind } from '../../../service/records/columns.ts';
import { parseUtcTimestamp } from '../../../service/records/utc-time.ts';

/** Converts a cell that is not blank to JSON. */
type ReadCell = (cell: string) => string;

/** What the user is told about how a column was read. */
type Remark = 'numbers' | 'flags' | 'utc' | 'unclear-numbers' | 'unclear-flags' | 'unclear-times';

interface ColumnReader {
  readonly read: ReadCell;
  readonly remark?: Remark | undefined;
  /** The cells that the remark applies to. */
  readonly cells?: readonly string[];
}

function remarkText(remark: Remark, columns: string): string {
  switch (remark) {
    case 'numbers':
      return t('Read as numbers: {0}.', columns);
    case 'flags':
      return t('Read as yes and no: {0}.', columns);
    case 'utc':
      return t('Converted to UTC: {0}.', columns);
    case 'unclear-numbers':
      return t('Unclear decimal separator, left as text: {0}.', columns);
    case 'unclear-flags':
      return t('Neither true and false, yes and no nor 1 and 0, left as text: {0}.', columns);
    case 'unclear-times':
      return t('Unclear date, time or time zone, left as text: {0}.', columns);
  }
}

/** A column's name, followed by the first distinct cells as examples. */
function examples(name: string, cells: readonly string[]): string {
  const shown = [...new Set(cells)].slice(0, 3).map((cell) => `“${cell.slice(0, 40)}”`);
  return `${name} ${shown.join(' ')}`;
}

const asText: ReadCell = (cell) => JSON.stringify(cell);
const digit = /\d/;
const percent = /[ \u00a0\u202f]?%$/;

/**
 * Decides how each column is read, after looking at all of its cells: a notation is used only if the whole column
 * agrees on it. Otherwise the cells stay text, which the reader of records marks.
 *
 * @param full a level of 100% in the records' own scale; columns of percentages are returned with their scale
 * @param isCommaExport whether this extension wrote the file, with decimal commas unless its columns show another sign
 * @param cellsOf the trimmed cells of a column that are not empty
 */
export function columnReaders(
  columns: readonly CsvColumn[],
  full: number,
  isCommaExport: boolean,
  cellsOf: (column: number) => readonly string[],
): { columns: readonly CsvColumn[]; readers: readonly ReadCell[]; notes: readonly string[] } {
  const numeric = columns.map((column, at) => {
    if (!isNumeric(column)) return undefined;
    const cells = cellsOf(at).filter((cell) => digit.test(cell));
    const isPercent = column.kind === 'fraction' && cells.length > 0 && cells.every((cell) => percent.test(cell));
    return { isPercent, cells: isPercent ? cells.map((cell) => cell.replace(percent, '')) : cells };
  });
  const signs = new Set(numeric.flatMap((column) => signOf(column?.cells ?? []) ?? []));
  if (isCommaExport && signs.size === 0) signs.add(',');
  const found = columns.map(({ kind }, at): ColumnReader => {
    const numbers = numeric[at];
    if (numbers) return numberReader(numbers.cells, numbers.isPercent, signs);
    if (kind === 'flag') return flagReader(cellsOf(at));
    return kind === 'time' ? timeReader(cellsOf(at)) : { read: asText };
  });
  const remarks = new Set(found.flatMap(({ remark }) => remark ?? []));
  if (isCommaExport) remarks.delete('numbers');
  const notes = [...remarks].map((remark) => {
    const of = found.map(({ remark: own, cells = [] }, at) =>
      own === remark ? examples(columns[at]?.name ?? '', cells) : '',
    );
    return remarkText(remark, of.filter((each) => each !== '').join(', '));
  });
  return {
    columns: columns.map((column, at) => (numeric[at]?.isPercent ? { ...column, scale: full / 100 } : column)),
    readers: found.map(({ read }) => read),
    notes,
  };
}

/** @param isPercent whether the cells have percent signs, which `cells` are without */
function numberReader(cells: readonly string[], isPercent: boolean, signs: ReadonlySet<DecimalSign>): ColumnReader {
  const notation = notationOf(cells, signs);
  if (notation === 'unclear') {
    const clear = (cell: string) => {
      const number = numberIn(cell, '.');
      return number === numberIn(cell, ',') ? number : undefined;
    };
    const read: ReadCell = (cell) => (isPercent ? undefined : clear(cell)) ?? asText(cell);
    return { read, remark: 'unclear-numbers', cells: cells.filter((cell) => clear(cell) === undefined) };
  }
  const read: ReadCell = (cell) => {
    const digits = isPercent ? cell.replace(percent, '') : cell;
    const number = numberIn(digits, notation === ',' ? ',' : '.');
    return number === undefined || (notation === 'plain' && number !== digits) ? asText(cell) : number;
  };
  if (isPercent) return { read, remark: 'numbers', cells: cells.map((cell) => `${cell}%`) };
  const others = notation === 'plain' ? [] : cells.filter((cell) => read(cell) !== cell);
  return others.length > 0 ? { read, remark: 'numbers', cells: others } : { read };
}

function flagReader(cells: readonly string[]): ColumnReader {
  const meaning = meaningOf(cells);
  const read: ReadCell = (cell) => {
    const value = (meaning ?? plainMeaning)(cell);
    return value === undefined ? asText(cell) : String(value);
  };
  if (cells.every((cell) => plainMeaning(cell) !== undefined)) return { read };
  return { read, remark: meaning ? 'flags' : 'unclear-flags', cells };
}

function timeReader(cells: readonly string[]): ColumnReader {
  const read: ReadCell = (cell) => asText(utcTime(cell) ?? cell);
  const unclear = cells.filter((cell) => utcTime(cell) === undefined);
  if (unclear.length > 0) return { read, remark: 'unclear-times', cells: unclear };
  const others = cells.filter((cell) => utcTime(cell) !== cell);
  return others.length > 0 ? { read, remark: 'utc', cells: others } : { read };
}

/** The JSON value of a cell that an export wrote. */
export function exportedValue(kind: FieldKind, cell: string): CellJson {
  if (cell === '') return undefined;
  return kind === 'text' || kind === 'time' ? asText(cell.toWellFormed()) : cell;
}

/** Yes and no as databases and spreadsheets in English write them. */
const pairs = ['true false', 'yes no', '1 0'].map((pair) => pair.split(' '));

/** What the words of a column mean; undefined if they are not all from the same pair. */
function meaningOf(cells: readonly string[]): ((cell: string) => boolean | undefined) | undefined {
  const words = new Set(cells.map((cell) => cell.toLowerCase()));
  const found = pairs.find((pair) => [...words].every((word) => pair.includes(word)));
  return found && ((cell) => cell.toLowerCase() === found[0]);
}

/** The meaning of a single word, which must be `true` or `false`. */
function plainMeaning(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** A date, a time and an offset from UTC: ISO 8601, and the variants that databases and Python write. */
const offsetTime =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([+\-\u2212])(\d\d):?(\d\d)?)$/;

/** Converts a time with an offset to UTC, as the contract has it; undefined if it does not identify a moment. */
function utcTime(text: string): string | undefined {
  const [, day, time, second = '00', fraction, zone, sign, hours = '0', minutes = '0'] = offsetTime.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const local = parseUtcTimestamp(`${day}T${time}:${second}Z`);
  const offset = zone === undefined ? (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 60_000 : -60_000) : 0;
  if (Number.isNaN(local) || Number(minutes) > 59 || Number(hours) > 23) return undefined;
  const utc = new Date(local - offset);
  return `${utc.toISOString().slice(0, -5)}${fraction === undefined ? '' : `.${fraction}`}Z`;
}

/** The character between the integer part and the fraction. */
type DecimalSign = '.' | ',';

/** A number in JSON notation. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Thousands separators: the period or comma that is not the decimal sign, a space of any width, or an apostrophe. */
const between = (decimal: string) => `[${decimal === '.' ? ',' : '.'} \\u00a0\\u2009\\u202f'\\u2019]`;
const notation = (decimal: string) =>
  new RegExp(
    `^([+\\-\\u2212]?)(\\d+|\\d{1,3}(?:(${between(decimal)})\\d{3})(?:\\3\\d{3})*|(?=[${decimal}]))` +
      `(?:[${decimal}](\\d+))?([eE][+-]?\\d+)?$`,
  );
const notations = { '.': notation('.'), ',': notation(',') };

/** A cell as a JSON number, with its digits unchanged; undefined if it is not a number in this notation. */
function numberIn(cell: string, decimal: DecimalSign): string | undefined {
  if (decimal === '.' && plain.test(cell)) return cell;
  const [, sign, digits, , fraction, exponent = ''] = notations[decimal].exec(cell) ?? [];
  if (sign === undefined || digits === undefined) return undefined;
  const whole = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '' || sign === '+' ? '' : '-'}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent}`;
}

/** How the numbers of a column are read; `unclear` if its cells allow more than one reading, or no common one. */
type Notation = DecimalSign | 'plain' | 'unclear';

/** The only decimal sign with which a whole column can be read; undefined if both work, or neither does. */
function signOf(cells: readonly string[]): DecimalSign | undefined {
  const [point, comma] = (['.', ','] as const).map((sign) => cells.every((cell) => numberIn(cell, sign) !== undefined));
  return point === comma ? undefined : point ? '.' : ',';
}

/**
 * Decides how a column is read.
 *
 * @param cells the cells that contain digits
 * @param signs the decimal signs that other columns of the file require. They decide what this column leaves open, but
 * never that a sign separates thousands: to read `1.234` as 1234 would be a guess.
 */
function notationOf(cells: readonly string[], signs: ReadonlySet<DecimalSign>): Notation {
  const own = signOf(cells);
  const open = own === undefined ? cells.filter(isOpen) : [];
  // Cells that are not numbers at all are marked individually.
  if (cells.every((cell) => plain.test(cell) || isOdd(cell)))
    return open.length === 0 || !signs.has(',') ? 'plain' : 'unclear';
  if (own !== undefined) return own;
  if (signs.size > 1 || cells.some((cell) => numberIn(cell, '.') === undefined)) return 'unclear';
  const [sign = '.'] = signs;
  return open.every((cell) => cell.includes(sign)) ? sign : 'unclear';
}

/** Whether a cell is a different number with the other decimal sign. */
function isOpen(cell: string): boolean {
  const [point, comma] = [numberIn(cell, '.'), numberIn(cell, ',')];
  return point !== undefined && comma !== undefined && point !== comma;
}

function isOdd(cell: string): boolean {
  return numberIn(cell, '.') === undefined && numberIn(cell, ',') === undefined;
}
