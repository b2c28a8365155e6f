import { t } from '../../common/translate.ts';
import { type FileRecord, fileRecord } from './file-records.ts';

/**
 * Lines of JSON as records. A line that is no JSON is a record all the same, as a text that says where it stands: the viewer
 * marks it, and its neighbours stay.
 */
export function ndjsonRecords(text: string): readonly FileRecord[] {
  const records: FileRecord[] = [];
  let byte = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const json = line.replace(/\r$/, '');
    if (json.trim() !== '')
      records.push(lineRecord(json) ?? { json: JSON.stringify(t('Line {0}, byte {1}: {2}', index + 1, byte, json)) });
    byte += Buffer.byteLength(line) + 1;
  }
  return records;
}

function lineRecord(line: string): FileRecord | undefined {
  try {
    JSON.parse(line);
    return fileRecord(line);
  } catch {
    return undefined;
  }
}
