import { type Field, type WrittenForm, fieldIndex, fields } from '../../service/records/columns.ts';
import { writtenNumber, writtenTime } from '../../service/records/value-styles.ts';
import type { ExportRow, RowValue } from './export-rows.ts';

/** Said of a record that is made of its columns because there was too much to keep of what came. */
export const notKeptNote = 'not kept as it came: there is too much of it';

/** The value of a field as JSON, as it came. */
function jsonOf(field: Field, value: RowValue, styles: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (field === 'chargeStart' || field === 'chargeEnd') return `"${writtenTime(Number(value), field, styles)}"`;
  return typeof value === 'number' ? writtenNumber(value, fieldIndex[field], styles) : JSON.stringify(value);
}

/** A record that its columns hold: with the spaces and in the order that it came in. */
function inForm({ values, styles }: ExportRow, { before, columns, after }: WrittenForm): string {
  let text = '';
  columns.forEach((column, index) => {
    const field = fields[column] ?? 'location';
    const value = jsonOf(field, values[field], styles);
    // Quotes belong to the form.
    text += `${before[index] ?? ''}${value.startsWith('"') ? value.slice(1, -1) : value}`;
  });
  return `${text}${after}`;
}

/** A record as JSON: to the letter as it came, or, where not all of that is kept, what is known of it. */
export function recordJson(row: ExportRow): string {
  const { raw, form, values, problems } = row;
  if (raw) return raw;
  if (raw === undefined && form) return inForm(row, form);
  const members = fields.map((field) => `"${field}":${jsonOf(field, values[field], 0)}`);
  if (problems.length > 0) members.push(`"problems":${JSON.stringify(problems)}`);
  if (raw === '') members.push(`"…":${JSON.stringify(notKeptNote)}`);
  return `{${members.join(',')}}`;
}
