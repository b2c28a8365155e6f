import type { Field } from '../../../service/records/columns.ts';
import { exportedValue } from '../csv/cell-values.ts';
import { type ExportColumn, besideColumns } from '../csv/csv-columns.ts';
import { membersOfCells } from '../csv/csv-record.ts';
import { guarded } from '../csv/formula-guard.ts';
import { canonicalJson } from '../../../common/text/canonical-json.ts';
import type { ExportProblem, ExportRow, RowValue } from './export-rows.ts';
import { type Member, compactJson, membersOf } from '../../../common/text/json-text.ts';
import { knownNames } from '../../../service/records/wire-format.ts';
import { cellJson, fieldJson } from './field-json.ts';
import { notKeptNote, writtenTime } from './record-json.ts';

/** A number as JSON writes it: of a record that is kept as it came, with the digits that it has there. */
const number = /^-?\d/;

function quoted(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}

/** Columns of a CSV file: whose record it is where there are several vehicles, the fields, and what is to say of them. */
export function csvHead(columns: readonly ExportColumn[], several: boolean): string {
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const names = columns.map(({ name }) => name);
  return `${[...(several ? vehicle : []), ...names, problems, unknown, asItCame].join(',')}\r\n`;
}

/**
 * A value as a cell has it.
 *
 * @param came the value of the field as JSON, where it is kept
 */
function cellText(field: Field, value: RowValue, came: string | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return came?.startsWith('"') ? (JSON.parse(came) as string) : value;
  if (field === 'chargeStart' || field === 'chargeEnd') return writtenTime(Number(value));
  return came !== undefined && number.test(came) ? came : String(value);
}

function problemText({ field, reason, received }: ExportProblem, came: string | undefined): string {
  const value = came ?? received;
  return `${field}: ${reason}${value && ` ${value}`}`;
}

function problemsText({ problems, raw, form }: ExportRow, members: readonly Member[] | undefined): string {
  if (raw && !members) return `not-a-record ${compactJson(raw)}`;
  const cameOf = (field: Field) => (raw ? (fieldJson(members, field, form) ?? '') : undefined);
  return problems.map((problem) => problemText(problem, cameOf(problem.field))).join('; ');
}

function unknownOf({ form }: ExportRow, members: readonly Member[] = []): readonly Member[] {
  const known = knownNames(form);
  return members.filter(({ name }) => !known.has(name));
}

function jsonOf(members: readonly Member[]): string {
  return members.length === 0 ? '' : `{${members.map(({ key, value }) => `${key}:${value}`).join(',')}}`;
}

/**
 * What reading the cells would not give back by value: these fields, or, in a list, the record, where no field of it can
 * say so. Empty where all is in the cells.
 */
function asItCame(
  { raw = '' }: ExportRow,
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
  // A line without a value is none.
  return members.length === 0 ? '{}' : jsonOf(others);
}

/**
 * A record after RFC 4180, by the model's names and in its scales, whatever the form: text always quoted, numbers and times
 * as they are, unknown empty, formula-safe whatever separates cells where it is opened: a comma, `;` or a tab. Texts and
 * numbers are whole; times are of one form (`2026-11-01T18:00:00Z`, with milliseconds if there are some). What broke the
 * contract is unknown, with the reason and the value that came in `problems`; fields that the contract doesn't know are a
 * JSON object in `notInTheContract`, and what of the others the columns don't give back (the parts of a place or a cost, null,
 * an empty text) is one in `asItCame`: a file that is read again has the same records. Only where the columns are of version
 * 3, a record of version 2.0 is read as one of 3.
 */
export function csvLine(row: ExportRow, columns: readonly ExportColumn[]): string {
  const { values, raw, form, vehicle } = row;
  const members = raw ? membersOf(raw) : undefined;
  const whose = vehicle ? [vehicle.id, vehicle.make, vehicle.model].map(quoted) : [];
  const cells = columns.map(({ name }) => cellText(name, values[name], cellJson(members, name, form)));
  const unknown = unknownOf(row, members);
  const isOfColumns = (form.extra !== undefined) === columns.some(({ name }) => name === 'id');
  const known = unknown.length === 0 ? members : members?.filter((member) => !unknown.includes(member));
  const notes = [
    problemsText(row, members),
    raw === undefined ? JSON.stringify({ '…': notKeptNote }) : jsonOf(unknown),
    raw !== undefined && (isOfColumns || !members) ? asItCame(row, known, columns, cells) : '',
  ];
  const written = cells.map((cell, at) => {
    const { kind = 'text' } = columns[at] ?? {};
    return cell !== '' && (kind === 'text' || kind === 'time') ? quoted(cell) : cell;
  });
  return `${[...whose, ...written, ...notes.map((note) => (note === '' ? '' : quoted(note)))].join(',')}\r\n`;
}
