import type { RecordPath, WireFormat } from '../../../service/model/record-reading.ts';
import { type Field, fieldKinds } from '../../../service/records/columns.ts';
import { exportedValue } from '../csv/cell-values.ts';
import { type ExportColumn, besideColumns, exportColumns, guarded, membersOfCells } from '../csv/csv-columns.ts';
import {
  type LoadedBatch,
  type RecordProblem,
  type RecordRow,
  type RowBits,
  RowReader,
  type RowValue,
  type VehicleOfRow,
} from '../../../service/records/record-rows.ts';
import { canonicalJson, compactJson, type Member, membersOf } from '../../../common/text/json-text.ts';
import { knownNames } from '../../../service/records/wire-format.ts';
import type { ExportFormat } from '../../../viewer/messages/export-format.ts';
import { notKeptNote, recordJson, writtenTime } from './record-text.ts';

function jsonText(row: RecordRow): string {
  const record = recordJson(row);
  return row.vehicle ? `{"vehicle":${JSON.stringify(whoOf(row.vehicle))},"record":${record}}` : record;
}

/** In JSON, line breaks occur only between tokens: those in strings are escaped. */
function lineOf(text: string): string {
  return /[\r\n]/.test(text) ? compactJson(text) : text;
}

function whoOf({ id, make, model }: VehicleOfRow): VehicleOfRow {
  return { id, make, model };
}

/**
 * Yields the records as pieces of a file, one for each batch: CSV (see {@link csvLine}), `json` (`{"records":[…]}`, as
 * the service responds) or `ndjson` (one record per line). JSON contains each record exactly as received, even an
 * invalid one. If the original is not kept, it contains what is known, with a note that says so. Records
 * of several vehicles name their vehicle: `{"vehicle":{…},"record":…}`. The order is that of the service.
 *
 * @param chosen the rows to write; undefined for all
 */
export function* encodeRecords(
  batches: readonly LoadedBatch[],
  format: ExportFormat,
  chosen?: RowBits,
): Generator<string, void> {
  const reader = new RowReader();
  let first = true;
  const isCsv = format.startsWith('csv');
  const mark = format === 'csvWithoutMark' ? '' : '\ufeff';
  const separator = format === 'csvDecimalComma' ? ';' : ',';
  const columns = exportColumns(batches.some(({ batch }) => batch.extra));
  const several = batches.some(({ source }) => source !== undefined);
  if (isCsv) yield mark + csvHead(columns, several, separator);
  if (format === 'json') yield '{"records":[';
  for (const batch of batches) {
    const rows = reader.read(batch, chosen);
    if (rows.length === 0) continue;
    if (isCsv) yield rows.map((row) => csvLine(row, columns, separator)).join('');
    else if (format === 'ndjson') yield rows.map((row) => `${lineOf(jsonText(row))}\n`).join('');
    else yield (first ? '\n' : ',\n') + rows.map(jsonText).join(',\n');
    first = false;
  }
  if (format === 'json') yield '\n]}\n';
}

/** A number in JSON notation. If the original record is kept, a cell has the digits that were sent. */
const number = /^-?\d/;

function quoted(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}

/**
 * The first line of a CSV file: the vehicle's columns if there are several vehicles, the fields, and the columns for
 * notes.
 */
function csvHead(columns: readonly ExportColumn[], several: boolean, separator: string): string {
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const names = columns.map(({ field }) => field);
  return `${[...(several ? vehicle : []), ...names, problems, unknown, asItCame].join(separator)}\r\n`;
}

/**
 * A value as it is written into a cell, before quoting.
 *
 * @param came the original value of the field as JSON, if it is kept
 */
function cellText(field: Field, value: RowValue, came: string | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return came?.startsWith('"') ? (JSON.parse(came) as string) : value;
  if (fieldKinds[field] === 'time') return writtenTime(Number(value));
  return came !== undefined && number.test(came) ? came : String(value);
}

function problemText({ field, reason, received }: RecordProblem, came: string | undefined): string {
  const value = came ?? received;
  return `${field}: ${reason}${value && ` ${value}`}`;
}

function problemsText({ problems, raw, form }: RecordRow, members: readonly Member[] | undefined): string {
  if (raw && !members) return `not-a-record ${compactJson(raw)}`;
  const cameOf = (field: Field) => (raw ? (fieldJson(members, field, form) ?? '') : undefined);
  return problems.map((problem) => problemText(problem, cameOf(problem.field))).join('; ');
}

function unknownOf({ form }: RecordRow, members: readonly Member[] = []): readonly Member[] {
  const known = knownNames(form);
  return members.filter(({ name }) => !known.has(name));
}

function jsonOf(members: readonly Member[]): string {
  return members.length === 0 ? '' : `{${members.map(({ key, value }) => `${key}:${value}`).join(',')}}`;
}

/**
 * What the cells cannot express: an object of the affected fields or, if that is not possible either, a list that
 * contains the whole record. Empty if the cells express everything.
 */
function asItCame(
  { raw = '' }: RecordRow,
  members: readonly Member[] | undefined,
  columns: readonly ExportColumn[],
  cells: readonly string[],
): string {
  const whole = () => `[${compactJson(raw)}]`;
  if (!members) return whole();
  const back = membersOfCells(
    columns,
    cells.map((cell, at) => exportedValue(columns[at]?.kind ?? 'text', cell)),
  );
  const names = new Set(members.map(({ name }) => name));
  if (names.size < members.length || [...back.keys()].some((name) => !names.has(name))) return whole();
  const others = members.filter(({ name, value }) => {
    const found = back.get(name);
    return found !== value && (found === undefined || canonicalJson(found) !== canonicalJson(value));
  });
  // Without this, the line of an empty record would be read as a line without values and skipped.
  return members.length === 0 ? '{}' : jsonOf(others);
}

/**
 * A record as a line of CSV (RFC 4180), with the model's names and scales whatever its wire format. Text is always
 * quoted, numbers and times are not changed, and unknown values are empty. Cells are safe from formulas whichever
 * separator the file is opened with: a comma, `;` or a tab. Texts and numbers are never shortened; times have one form
 * (`2026-11-01T18:00:00Z`, with milliseconds only if there are some). A value that violates the contract is left empty,
 * and `problems` has the reason and the value that was sent. Fields that the contract does not know are in
 * `notInTheContract`, as a JSON object. Anything else that the columns cannot express (parts of a location or a cost,
 * null, an empty text) is in `asItCame`, also as JSON, so that reading the file returns the same records. Exception: if
 * the columns are those of version 3, a record of version 2.0 is read back as one of version 3.
 *
 * @param separator with `;`, numbers have a decimal comma
 */
function csvLine(row: RecordRow, columns: readonly ExportColumn[], separator: ',' | ';'): string {
  const { values, raw, form, vehicle } = row;
  const members = raw ? membersOf(raw) : undefined;
  const whose = vehicle ? [vehicle.id, vehicle.make, vehicle.model].map(quoted) : [];
  const cells = columns.map(({ field }) => cellText(field, values[field], cellJson(members, field, form)));
  const unknown = unknownOf(row, members);
  const isOfColumns = Boolean(form.paths.id) === columns.some(({ field }) => field === 'id');
  const known = unknown.length === 0 ? members : members?.filter((member) => !unknown.includes(member));
  const notes = [
    problemsText(row, members),
    raw === undefined ? JSON.stringify({ '…': notKeptNote }) : jsonOf(unknown),
    raw !== undefined && (isOfColumns || !members) ? asItCame(row, known, columns, cells) : '',
  ];
  const written = cells.map((cell, at) => {
    const { kind = 'text' } = columns[at] ?? {};
    if (cell !== '' && (kind === 'text' || kind === 'time')) return quoted(cell);
    return separator === ';' ? cell.replace('.', ',') : cell;
  });
  return `${[...whose, ...written, ...notes.map((note) => (note === '' ? '' : quoted(note)))].join(separator)}\r\n`;
}

type Members = readonly Member[] | undefined;

/** If several members have the same name, JSON parsers use the last. */
function jsonAt(members: Members, [name, inner]: RecordPath): string | undefined {
  const value = members?.findLast((member) => member.name === name)?.value;
  return inner === undefined || value === undefined ? value : jsonAt(membersOf(value), [inner]);
}

/**
 * The JSON that was sent for a field, unchanged; undefined if there was none. For a location or a cost it is the whole
 * object.
 */
function fieldJson(members: Members, field: Field, { paths }: WireFormat): string | undefined {
  const isWhole = field === 'location' || field === 'cost';
  const sent = (paths[field] ?? []).map(([name, inner]) => jsonAt(members, isWhole ? [name] : [name, inner]));
  return sent.find((json) => (json ?? 'null') !== 'null') ?? sent[0];
}

/**
 * The same, if a cell can contain it. For a location, only the name; undefined if the cell has another scale or a sum.
 */
function cellJson(members: Members, field: Field, form: WireFormat): string | undefined {
  const paths = form.paths[field] ?? [];
  if (field === 'cost' || (form.full !== 1 && fieldKinds[field] === 'fraction')) return undefined;
  if (field !== 'location' || paths[0]?.[1] === undefined) return fieldJson(members, field, form);
  return paths.map((path) => jsonAt(members, path)).find((json) => json?.startsWith('"') && json !== '""');
}
