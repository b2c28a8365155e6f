import { type Field, allFields, fieldKinds } from '../../../service/records/columns.ts';
import type { RecordRow, RowValue } from '../../../service/records/record-rows.ts';

/** Marks a record that was rebuilt from its columns because the original was too large to keep. */
export const notKeptNote = 'not kept as it came: there is too much of it';

/** A time (milliseconds since 1970) in ISO 8601 UTC, with milliseconds only if there are some. */
export function writtenTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

function jsonOf(field: Field, value: RowValue): string {
  if (value === null) return 'null';
  return JSON.stringify(fieldKinds[field] === 'time' ? writtenTime(Number(value)) : value);
}

/** A record as JSON: exactly as received or, if that is not kept, what is known of it. */
export function recordJson({ raw, values, problems, form }: RecordRow): string {
  if (raw !== undefined) return raw;
  const members = allFields
    .filter((field) => form.paths[field])
    .map((field) => `"${field}":${jsonOf(field, values[field])}`);
  if (problems.length > 0) members.push(`"problems":${JSON.stringify(problems)}`);
  return `{${members.join(',')},"…":${JSON.stringify(notKeptNote)}}`;
}
