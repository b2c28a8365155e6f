import { membersOf } from '../../common/json-text.ts';
import { t } from '../../common/translate.ts';

/**
 * Lines of JSON as a list of records. A line that is no JSON is a record all the same, as a text that says where it stands:
 * the viewer marks it, and its neighbours stay.
 */
export function ndjsonBody(text: string): string {
  const records: string[] = [];
  let byte = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const json = line.replace(/\r$/, '');
    if (json.trim() !== '')
      records.push(lineJson(json) ?? JSON.stringify(t('Line {0}, byte {1}: {2}', index + 1, byte, json)));
    byte += Buffer.byteLength(line) + 1;
  }
  return `{"records":[${records.join(',\n')}]}`;
}

function lineJson(line: string): string | undefined {
  try {
    JSON.parse(line);
    return recordOf(line);
  } catch {
    return undefined;
  }
}

/** An export of several vehicles says of each record whose it is; here the record alone counts, to the letter. */
export function recordOf(json: string): string {
  if (!json.trimStart().startsWith('{')) return json;
  const members = json.includes('"vehicle"') ? membersOf(json) : undefined;
  const named = (wanted: string) => members?.findLast(({ name }) => name === wanted)?.value;
  return (named('vehicle') !== undefined ? named('record') : undefined) ?? json;
}
