import { type Field, fields, formulaStart } from '../../service/records/columns.ts';
import type { ExportProblem, ExportRow, RowValue } from './export-rows.ts';
import { type Member, compactJson, membersOf } from '../../common/json-text.ts';
import { notKeptNote, writtenTime } from './record-json.ts';

/** A number as JSON writes it: of a record that is kept as it came, with the digits that it has there. */
const number = /^-?\d/;

const known: ReadonlySet<string> = new Set(fields);

/**
 * What would begin a cell as a formula, also where a spreadsheet's list separator is no comma: there, quotation marks
 * hold nothing together that is not a whole cell.
 */
const formulaSign = /(?<=(?:^|[;\t\r\n])"*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g;

/**
 * A text that comes from elsewhere, safe to open in a spreadsheet: what could be a formula begins with an apostrophe, at
 * the beginning of the text and after each `;`, tab and line break in it, whatever quotation marks stand between.
 */
function safeText(text: string): string {
  const safe = text.replace(formulaSign, "'$&");
  return formulaStart.test(safe) ? `'${safe}` : safe;
}

function quoted(text: string): string {
  return `"${safeText(text).replaceAll('"', '""')}"`;
}

/** Columns of a CSV file: whose record it is where there are several vehicles, the fields, and what is to say of them. */
export function csvHead(several: boolean): string {
  return `${[...(several ? ['vehicleId', 'make', 'model'] : []), ...fields, 'problems', 'notInTheContract'].join(',')}\r\n`;
}

/** @param came the value of the field as JSON, where it is kept */
function fieldCell(field: Field, value: RowValue, came: string | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return quoted(came?.startsWith('"') ? (JSON.parse(came) as string) : value);
  if (field === 'chargeStart' || field === 'chargeEnd') return quoted(writtenTime(Number(value)));
  return came !== undefined && number.test(came) ? came : String(value);
}

function problemText({ field, reason, received }: ExportProblem, came: string | undefined): string {
  const value = came ?? received;
  return `${field}: ${reason}${value && ` ${value}`}`;
}

function problemsText({ problems, raw }: ExportRow, members: readonly Member[] | undefined): string {
  if (raw && !members) return `not-a-record ${compactJson(raw)}`;
  const cameOf = (field: string) => (raw ? (valueOf(members, field) ?? '') : undefined);
  return problems.map((problem) => problemText(problem, cameOf(problem.field))).join('; ');
}

/** Of members with one name, JSON means the last. */
function valueOf(members: readonly Member[] | undefined, field: string): string | undefined {
  return members?.findLast(({ name }) => name === field)?.value;
}

function extraText(raw: string | undefined, members: readonly Member[] | undefined): string {
  if (raw === undefined) return JSON.stringify({ '…': notKeptNote });
  const extra = members?.filter(({ name }) => !known.has(name)).map(({ key, value }) => `${key}:${value}`) ?? [];
  return extra.length === 0 ? '' : `{${extra.join(',')}}`;
}

/**
 * A record after RFC 4180: text always quoted, numbers and times as they are, unknown empty, formula-safe whatever
 * separates cells where it is opened: a comma, `;` or a tab. Texts and numbers are whole; times are of one form
 * (`2026-11-01T18:00:00Z`, with milliseconds if there are some). What broke the contract is unknown, with the reason and
 * the value that came in `problems`; fields that the contract doesn't know are a JSON object in `notInTheContract`. What
 * came twice under one name is there once. JSON and NDJSON have all of it.
 */
export function csvLine(row: ExportRow): string {
  const { values, raw, vehicle } = row;
  const members = raw ? membersOf(raw) : undefined;
  const whose = vehicle ? [vehicle.id, vehicle.make, vehicle.model].map(quoted) : [];
  const cells = fields.map((field) => fieldCell(field, values[field], valueOf(members, field)));
  const notes = [problemsText(row, members), extraText(raw, members)].map((note) => (note === '' ? '' : quoted(note)));
  return `${[...whose, ...cells, ...notes].join(',')}\r\n`;
}
