import { membersOf } from '../../common/json-text.ts';

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
    JSON.parse(line);
    return recordOf(line);
  } catch {
    return JSON.stringify(line);
  }
}

/** An export of several vehicles says of each record whose it is; here the record alone counts, to the letter. */
export function recordOf(json: string): string {
  if (!json.trimStart().startsWith('{')) return json;
  const members = json.includes('"vehicle"') ? membersOf(json) : undefined;
  const named = (wanted: string) => members?.findLast(({ name }) => name === wanted)?.value;
  return (named('vehicle') !== undefined ? named('record') : undefined) ?? json;
}
