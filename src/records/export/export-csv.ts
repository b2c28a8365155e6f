import { type Field, formulaStart } from '../../service/records/columns.ts';
import type { ExportProblem, ExportRow, RowValue } from './export-rows.ts';
import { type Member, compactJson, membersOf } from '../../common/text/json-text.ts';
import { knownNames } from '../../service/records/record-form.ts';
import { cellJson, fieldJson } from './field-json.ts';
import { notKeptNote, writtenTime } from './record-json.ts';

/** A number as JSON writes it: of a record that is kept as it came, with the digits that it has there. */
const number = /^-?\d/;

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
export function csvHead(columns: readonly Field[], several: boolean): string {
  return `${[...(several ? ['vehicleId', 'make', 'model'] : []), ...columns, 'problems', 'notInTheContract'].join(',')}\r\n`;
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

function problemsText({ problems, raw, form }: ExportRow, members: readonly Member[] | undefined): string {
  if (raw && !members) return `not-a-record ${compactJson(raw)}`;
  const cameOf = (field: Field) => (raw ? (fieldJson(members, field, form) ?? '') : undefined);
  return problems.map((problem) => problemText(problem, cameOf(problem.field))).join('; ');
}

function extraText({ raw, form }: ExportRow, members: readonly Member[] | undefined): string {
  if (raw === undefined) return JSON.stringify({ '…': notKeptNote });
  const known = knownNames(form);
  const extra = members?.filter(({ name }) => !known.has(name)).map(({ key, value }) => `${key}:${value}`) ?? [];
  return extra.length === 0 ? '' : `{${extra.join(',')}}`;
}

/**
 * A record after RFC 4180, by the model's names and in its scales, whatever the form: text always quoted, numbers and times
 * as they are, unknown empty, formula-safe whatever separates cells where it is opened: a comma, `;` or a tab. Texts and
 * numbers are whole; times are of one form (`2026-11-01T18:00:00Z`, with milliseconds if there are some). What broke the
 * contract is unknown, with the reason and the value that came in `problems`; fields that the contract doesn't know are a
 * JSON object in `notInTheContract`. What came twice under one name is there once. JSON and NDJSON have all of it.
 */
export function csvLine(row: ExportRow, columns: readonly Field[]): string {
  const { values, raw, form, vehicle } = row;
  const members = raw ? membersOf(raw) : undefined;
  const whose = vehicle ? [vehicle.id, vehicle.make, vehicle.model].map(quoted) : [];
  const cells = columns.map((field) => fieldCell(field, values[field], cellJson(members, field, form)));
  const notes = [problemsText(row, members), extraText(row, members)].map((note) => (note === '' ? '' : quoted(note)));
  return `${[...whose, ...cells, ...notes].join(',')}\r\n`;
}
