import { isRecord } from '../../../common/is-record.ts';
import { t } from '../../../common/translate.ts';
import { elementsOf, isJson } from '../../../common/text/json-text.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import { type Received, coordinates, isNumber, valueOf } from '../../../service/records/wire-format.ts';
import { isChargeTime, parseUtcTimestamp } from '../../../service/records/utc-time.ts';
import { columnReaders } from '../csv/cell-values.ts';
import {
  type CellJson,
  type CsvColumn,
  type RecordMembers,
  besideColumns,
  columnsOf,
  jsonOfMembers,
  membersOfCells,
  membersOfText,
  unguarded,
} from '../csv/csv-columns.ts';
import { csvTable } from '../csv/csv-table.ts';
import { type FileRecord, fileVehicle } from './json-records.ts';

interface CsvRecords {
  readonly records: readonly FileRecord[];
  /** The wire format of its records. */
  readonly form: WireFormat;
  /** What was recognized, and what was not read. */
  readonly notes: readonly string[];
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; absent if there is none. */
  readonly openQuote?: number | undefined;
}

/**
 * Reads CSV as records: as this extension exports it, or as other programs write it, with fields in any order, named in
 * the first line. A column that the contract does not know becomes a field of its own. Undefined if no line names the
 * start of a charge.
 */
export function csvRecords(text: string): CsvRecords | undefined {
  const table = csvTable(text);
  if (!table) return undefined;
  const { names, lines, openQuote, separator } = table;
  const { form, known } = columnsOf(names);
  const [id, make, model, problems, unknown, whole] = [
    ...besideColumns.vehicle,
    ...[besideColumns.problems, besideColumns.unknown, besideColumns.asItCame],
  ].map((name) => names.indexOf(name)) as [number, number, number, number, number, number];
  const isWhole = whole >= 0;
  const isExport = isWhole || (problems >= 0 && unknown >= 0);
  const isOfSeveral = [id, make, model].every((at) => at >= 0);
  const beside = new Set([...(isOfSeveral ? [id, make, model] : []), ...(isExport ? [problems] : []), unknown, whole]);
  const places = names.flatMap((name, at) => (beside.has(at) ? [] : [at]));
  const named = places.map((at): CsvColumn => {
    const name = names[at] ?? '';
    return known.get(name) ?? { name, kind: 'text', path: [name], scale: 1 };
  });
  const textOf = (cell = '') => (isExport ? unguarded(cell) : cell);
  const cellOf = (cells: readonly string[], column: number) => {
    const cell = cells[places[column] ?? -1];
    return named[column]?.kind === 'text' ? textOf(cell) : (cell ?? '').trim();
  };
  const { columns, readers, notes } = columnReaders(named, form.full, isWhole && separator === ';', (column) =>
    lines.map(({ cells }) => cellOf(cells, column)).filter((cell) => cell !== ''),
  );
  const jsonOf = (cells: readonly string[], column: number): CellJson => {
    const cell = cellOf(cells, column);
    if (cell !== '') return readers[column]?.(cell);
    // Exports record null values explicitly; other files do not.
    return isWhole || form.isOptional || (places[column] ?? 0) >= cells.length ? undefined : 'null';
  };
  const changed: number[] = [];
  const records = lines.map(({ cells, line }) => {
    const values = columns.map((_, column) => jsonOf(cells, column));
    const members = membersOfCells(columns, values);
    addUnknown(members, textOf(cells[unknown]));
    const more = cells.slice(names.length);
    if (more.some((cell) => cell.trim() !== '')) members.set('extraCells', JSON.stringify(more));
    const { json, isChanged } = restored(members, textOf(cells[whole]), (record) =>
      columns.filter((column, at) => !isAsWritten(values[at], column, record, form)),
    );
    if (isChanged) changed.push(line);
    return {
      json,
      vehicle: isOfSeveral ? fileVehicle(textOf(cells[id]), textOf(cells[make]), textOf(cells[model])) : undefined,
    };
  });
  const hasProblems = isExport && !isWhole && lines.some(({ cells }) => (cells[problems] ?? '') !== '');
  const own = [
    ...(hasProblems ? [t('Not read: the column {0}.', besideColumns.problems)] : []),
    ...(changed[0] === undefined
      ? []
      : [
          t(
            'Lines edited since the export and read from their cells: {0} (first: line {1}).',
            changed.length,
            changed[0],
          ),
        ]),
  ];
  return { records, form, notes: [...table.notes, ...notes, ...own], openQuote };
}

function addUnknown(members: RecordMembers, text: string): void {
  if (text === '') return;
  const unknown = membersOfText(text);
  if (!unknown) members.set(besideColumns.unknown, JSON.stringify(text));
  for (const { name, value } of unknown ?? []) members.set(name, value);
}

/**
 * The original record, if a line contains more about it than its cells can express. Cells that were edited since the
 * export take precedence.
 *
 * @param members what the cells contain
 * @param text from the line: additional fields, or the original record in a list
 * @param changedOf the columns whose cells differ from what an export of this record would write
 */
function restored(
  members: RecordMembers,
  text: string,
  changedOf: (record: Readonly<Record<string, unknown>>) => readonly CsvColumn[],
): { json: string; isChanged: boolean } {
  if (text === '') return { json: jsonOfMembers(members), isChanged: false };
  const [whole] = isJson(text) ? (elementsOf(text) ?? []) : [];
  const came = membersOfText(whole ?? text);
  if (!came) {
    const isChanged = whole !== undefined && members.size > 0;
    if (whole !== undefined && !isChanged) return { json: whole, isChanged };
    if (whole === undefined) members.set(besideColumns.asItCame, JSON.stringify(text));
    return { json: jsonOfMembers(members), isChanged };
  }
  const all: RecordMembers = new Map([
    ...(whole === undefined ? members : []),
    ...came.map(({ name, value }): [string, string] => [name, value]),
  ]);
  const changed = changedOf(JSON.parse(jsonOfMembers(all)) as Readonly<Record<string, unknown>>);
  if (changed.length === 0) return { json: whole ?? jsonOfMembers(all), isChanged: false };
  for (const { path } of changed) {
    const [name = ''] = path;
    const cell = members.get(name);
    if (cell === undefined) all.delete(name);
    else all.set(name, cell);
  }
  return { json: jsonOfMembers(all), isChanged: true };
}

/** Whether a cell is what an export writes for this record; if not, it was edited. */
function isAsWritten(cell: CellJson, column: CsvColumn, record: Received, form: WireFormat): boolean {
  const { kind, field, scale } = column;
  const value = valueIn(record, column, form);
  const now = cell === undefined ? undefined : (JSON.parse(cell) as unknown);
  switch (kind) {
    case 'text':
      return (now ?? '') === (typeof value === 'string' ? value.toWellFormed() : '');
    case 'flag':
      return now === (typeof value === 'boolean' ? value : undefined);
    case 'time':
      return isSameTime(now, value);
    case 'fraction':
      return isSameNumber(now, value, field === undefined ? scale : scale / form.full);
    default:
      return isSameNumber(now, value, 1);
  }
}

function valueIn(record: Received, { field, path: [name, member] }: CsvColumn, form: WireFormat): unknown {
  const { [name]: own } = record;
  const inside = isRecord(own) ? own : {};
  if (field === 'location') return valueOf(record, field, form) ?? coordinates(inside);
  if (field !== undefined) return valueOf(record, field, form);
  return member === undefined ? own : inside[member];
}

function isSameTime(now: unknown, value: unknown): boolean {
  const [written, came] = [now, value].map((each) => (typeof each === 'string' ? parseUtcTimestamp(each) : NaN));
  return isChargeTime(came ?? NaN) ? written === came : now === undefined;
}

/**
 * Tolerates rounding: a spreadsheet keeps fifteen digits, and a column of levels seven.
 *
 * @param scale the scale of the value divided by that of the cell
 */
function isSameNumber(now: unknown, value: unknown, scale: number): boolean {
  if (now === undefined || !isNumber(value)) return now === undefined && !isNumber(value);
  const written = Number(now) * scale;
  return [value, Math.fround(value)].some(
    (each) => each === written || Math.abs(each - written) <= Math.abs(each) * 1e-6,
  );
}
