import { allFields, type Field, fieldKinds, firstDoubt, reasons } from '../../../service/records/columns.ts';
import { knownNames } from '../../../service/records/wire-format.ts';
import { type LoadedBatch, type RecordRow, RowReader, type RowValue } from '../../../service/records/record-rows.ts';
import { indentedJson, membersOf } from '../../../common/text/json-text.ts';

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

const [notARecord] = reasons;

/** The problems of a record's fields, with the value that was sent if the record itself does not show it. */
function troublesOf({ problems, raw }: RecordRow): unknown {
  if (problems.length === 0) return undefined;
  const isKept = raw !== undefined;
  const of = problems.map(({ field, reason, received }) => {
    const isSeen = isKept || received === '' || reasons.findIndex((each) => each === reason) >= firstDoubt;
    return [field, isSeen ? { reason } : { reason, received }];
  });
  return problems[0]?.reason === notARecord && isKept ? { reason: notARecord } : Object.fromEntries(of);
}

/** Names of the fields that the contract does not know. */
function unknownOf({ raw, form }: RecordRow): readonly string[] | undefined {
  const known = knownNames(form);
  const names = raw ? (membersOf(raw) ?? []).map(({ name }) => name).filter((name) => !known.has(name)) : [];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

/**
 * One record as readable JSON: unchanged except for line breaks and indentation, followed by notes about it. If the
 * original is not kept, it contains what is known, with a note that says so.
 *
 * @param written the batches of a load, starting with the first
 * @param row index in the order of the service, from 0; the result is empty if there is no such row
 */
export function recordText(written: readonly LoadedBatch[], row: number): string {
  const reader = new RowReader();
  for (const each of written) {
    const { firstRow, rows } = each.batch;
    if (row < firstRow + rows) {
      const chosen = new Uint8Array((row >> 3) + 1);
      chosen[row >> 3] = 1 << (row & 7);
      const [found] = reader.read(each, chosen);
      return found ? textOf(found) : '';
    }
    reader.skip(each);
  }
  return '';
}

function textOf(found: RecordRow): string {
  const { vehicle } = found;
  const notes = { notAsTheContractSays: troublesOf(found), notInTheContract: unknownOf(found) };
  // The record is inserted as text, because parsing it would lose details such as digits and duplicate members.
  const around = JSON.stringify({ ...(vehicle && { vehicle }), record: 0, ...notes });
  return `${indentedJson(around.replace('"record":0', () => `"record":${recordJson(found)}`))}\n`;
}
