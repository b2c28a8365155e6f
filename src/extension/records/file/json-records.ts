import { isRecord } from '../../../common/is-record.ts';
import { elementsOf, membersOf, valueAt, valuesIn } from '../../../common/text/json-text.ts';
import { type FileRecord, fileRecord } from './file-records.ts';
import { isChargeRecord, recordLists } from './record-lists.ts';

/** Records in the form of the API's response, or to be converted to it. */
export interface JsonRecords {
  readonly content: string | readonly FileRecord[];
  /** Whether the structure around the records shows that they are of version 3. */
  readonly isVersion3: boolean;
}

/**
 * The charge records in a JSON text: a single one, a list, or a response in any envelope. Undefined if there are none.
 */
export function jsonRecords(text: string): JsonRecords | undefined {
  const value = JSON.parse(text) as unknown;
  const { records } = (value ?? {}) as { records?: unknown };
  if (!Array.isArray(value) && Array.isArray(records)) return { content: unwrapped(text), isVersion3: false };
  const lists = recordLists(value);
  const isVersion3 = lists.length > 0 && lists.every((list) => list.isVersion3);
  const [list] = lists;
  if (list && lists.length === 1) {
    const beside = list.beside.map((name) => `,${JSON.stringify(name)}:null`).join('');
    return { content: unwrapped(`{"records":${valueAt(text, list.path)}${beside}}`), isVersion3 };
  }
  if (list) return { content: lists.flatMap(({ path }) => recordsOf(valueAt(text, path))), isVersion3 };
  const bodies = recordedBodies(value);
  if (bodies.length > 0) return joinedRecords(bodies.join('\n'));
  if (Array.isArray(value)) return { content: unwrapped(`{"records":${text}}`), isVersion3 };
  return isChargeRecord(value) ? { content: [fileRecord(text)], isVersion3 } : undefined;
}

/** The responses of a HAR that hold charge records, each once: it may have recorded a request several times. */
function recordedBodies(value: unknown): readonly string[] {
  const log = isRecord(value) ? value.log : undefined;
  const entries: readonly unknown[] = isRecord(log) && Array.isArray(log.entries) ? log.entries : [];
  const bodies = new Set<string>();
  for (const entry of entries) {
    const content = isRecord(entry) && isRecord(entry.response) ? entry.response.content : undefined;
    if (!isRecord(content) || typeof content.text !== 'string') continue;
    const text = content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString() : content.text;
    if (recordListsOf(text).length > 0) bodies.add(text);
  }
  return [...bodies];
}

function recordListsOf(text: string) {
  try {
    return recordLists(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The records of a text with several values. */
export interface JoinedRecords {
  readonly content: readonly FileRecord[];
  readonly isVersion3: boolean;
  /** Where the first value begins that is not valid JSON; undefined if all are valid. */
  readonly brokenAt: number | undefined;
}

/**
 * The records of consecutive values, as `jq` writes them. A value that is neither a record nor a list still becomes a
 * record, so that the viewer marks it.
 */
export function joinedRecords(text: string): JoinedRecords {
  const content: FileRecord[] = [];
  let isVersion3 = false;
  for (const { at, json } of valuesIn(text)) {
    try {
      const found: JsonRecords = jsonRecords(json) ?? { content: [fileRecord(json)], isVersion3 };
      isVersion3 ||= found.isVersion3;
      for (const each of typeof found.content === 'string'
        ? recordsOf(valueAt(found.content, ['records']))
        : found.content)
        content.push(each);
    } catch {
      return { content, isVersion3, brokenAt: at };
    }
  }
  return { content, isVersion3, brokenAt: undefined };
}

function recordsOf(list: string): FileRecord[] {
  return (elementsOf(list) ?? []).map(fileRecord);
}

/** Exports of several vehicles name the vehicle of each record. */
function unwrapped(json: string): JsonRecords['content'] {
  if (!/^\s*\{\s*"records"\s*:\s*\[\s*\{\s*"vehicle"\s*:/.test(json)) return json;
  return recordsOf(membersOf(json)?.findLast(({ name }) => name === 'records')?.value ?? '');
}
