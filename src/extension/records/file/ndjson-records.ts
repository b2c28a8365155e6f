import { t } from '../../../common/translate.ts';
import { type FileRecord, fileRecord } from './file-records.ts';
import { joinedRecords } from './json-records.ts';

export interface LineRecords {
  readonly content: readonly FileRecord[];
  /** Whether what is around them says that they are of version 3. */
  readonly isVersion3: boolean;
  /** Whether all lines are JSON. */
  readonly isWhole: boolean;
}

/**
 * Lines of JSON as records. A line that is no JSON is a record all the same, as a text that says where it stands: the viewer
 * marks it, and its neighbours stay.
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

/** What is around the records of a line: a signal, or an answer. */
const envelope = /"(?:records|values)"\s*:\s*\[/;

function lineRecords(line: string): Pick<LineRecords, 'content' | 'isVersion3'> | undefined {
  try {
    JSON.parse(line);
    if (!envelope.test(line)) return { content: [fileRecord(line)], isVersion3: false };
  } catch {
    // Perhaps there are several of them.
  }
  const joined = joinedRecords(line);
  return joined.brokenAt === undefined ? joined : undefined;
}
