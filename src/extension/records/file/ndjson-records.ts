import { t } from '../../../common/translate.ts';
import { type FileRecord, fileRecord } from './file-records.ts';
import { joinedRecords } from './json-records.ts';

export interface LineRecords {
  readonly content: readonly FileRecord[];
  /** Whether the structure around the records shows that they are of version 3. */
  readonly isVersion3: boolean;
  /** Whether all lines are JSON. */
  readonly isWhole: boolean;
}

/**
 * Reads lines of JSON as records. A line that is not valid JSON becomes a text with its position, so that the viewer
 * marks it and keeps the lines around it.
 */
export function ndjsonRecords(text: string): LineRecords {
  const content: FileRecord[] = [];
  let [isVersion3, isWhole] = [false, true];
  let byte = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const json = line.replace(/\r$/, '');
    if (json.trim() !== '') {
      const read = lineRecords(json);
      isVersion3 ||= read?.isVersion3 ?? false;
      isWhole &&= read !== undefined;
      const said = () => [{ json: JSON.stringify(t('Line {0}, byte {1}: {2}', index + 1, byte, json)) }];
      for (const each of read?.content ?? said()) content.push(each);
    }
    byte += Buffer.byteLength(line) + 1;
  }
  return { content, isVersion3, isWhole };
}

/** What surrounds the records of a line: a signal, or a response. */
const envelope = /"(?:records|values)"\s*:\s*\[/;

function lineRecords(line: string): Pick<LineRecords, 'content' | 'isVersion3'> | undefined {
  try {
    JSON.parse(line);
    if (!envelope.test(line)) return { content: [fileRecord(line)], isVersion3: false };
  } catch {
    // The line may contain several values.
  }
  const joined = joinedRecords(line);
  return joined.brokenAt === undefined ? joined : undefined;
}
