import { isRecord } from '../../common/is-record.ts';

/**
 * Lines of JSON as a list of records. A line that is no JSON is a record all the same, as a text: the viewer marks it, and
 * its neighbours stay.
 */
export function ndjsonBody(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return `{"records":[${lines.map(lineJson).join(',\n')}]}`;
}

function lineJson(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    const record = recordOf(value);
    return record === value ? line : JSON.stringify(record);
  } catch {
    return JSON.stringify(line);
  }
}

/** An export of several vehicles says of each record whose it is; here the record alone counts. */
export function recordOf(value: unknown): unknown {
  return isRecord(value) && 'vehicle' in value && 'record' in value ? value.record : value;
}
