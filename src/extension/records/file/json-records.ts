import { isRecord } from '../../../common/is-record.ts';
import { elementsOf, type JsonPath, membersOf, valueAt, valuesIn } from '../../../common/text/json-text.ts';
import { t } from '../../../common/translate.ts';
import type { RecordsSource } from '../../../viewer/messages/target.ts';
import { fullForm, knownNames, modelForm } from '../../../service/records/wire-format.ts';

export type FileVehicle = RecordsSource['vehicle'];

export interface FileRecord {
  /** The record's JSON, exactly as written. */
  readonly json: string;
  /** The record's vehicle, which an export of several vehicles gives for each record. */
  readonly vehicle?: FileVehicle | undefined;
}

/** Reads a record, with or without an object around it that names its vehicle. */
export function fileRecord(json: string): FileRecord {
  if (!json.trimStart().startsWith('{') || !json.includes('"vehicle"')) return { json };
  const members = membersOf(json);
  const named = (wanted: string) => members?.findLast(({ name }) => name === wanted)?.value;
  const [vehicle, record] = [named('vehicle'), named('record')];
  return vehicle === undefined || record === undefined ? { json } : { json: record, vehicle: vehicleOf(vehicle) };
}

function vehicleOf(json: string): FileVehicle | undefined {
  const { id, make, model } = (JSON.parse(json) ?? {}) as Record<string, unknown>;
  return fileVehicle(id, make, model);
}

/** Undefined without an ID. No export contains the model year. */
export function fileVehicle(id: unknown, make: unknown, model: unknown): FileVehicle | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return text(id) === '' ? undefined : { id: text(id), make: text(make), model: text(model), year: 0 };
}

/** In order of first appearance. */
export function vehiclesOf(records: readonly FileRecord[]): readonly FileVehicle[] {
  return [...new Map(records.flatMap(({ vehicle }) => (vehicle ? [[vehicle.id, vehicle] as const] : []))).values()];
}

/**
 * Records in the form of the API's response: all, or those of one vehicle. Records without a vehicle go with the first
 * one.
 */
export function answerOf(records: readonly FileRecord[], vehicleId: string | undefined): string {
  const first = records.find(({ vehicle }) => vehicle)?.vehicle?.id;
  const chosen = records.filter(({ vehicle }) => vehicleId === undefined || (vehicle?.id ?? first) === vehicleId);
  return `{"records":[${chosen.map(({ json }) => json).join(',\n')}]}`;
}

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
  if (Array.isArray(value)) return { content: unwrapped(`{"records":${text}}`), isVersion3 };
  return isChargeRecord(value) ? { content: [fileRecord(text)], isVersion3 } : undefined;
}

/** The records of a text with several values. */
interface JoinedRecords {
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

interface LineRecords {
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

/** A list of charge records somewhere in a JSON value. */
interface RecordList {
  readonly path: JsonPath;
  /** Names of the fields next to the list. */
  readonly beside: readonly string[];
  /** Whether the structure around the list shows that it is of version 3. */
  readonly isVersion3: boolean;
}

/** How deeply a list may be nested, and how many elements of an array are searched. */
const [mostDepth, mostElements] = [8, 1000];

/** Names that objects other than charges have too. */
const usual = ['id', 'location', 'cost'];
const names = new Set([...knownNames(modelForm), ...knownNames(fullForm)].filter((name) => !usual.includes(name)));

/** Whether a value is a charge record of either version, with or without its vehicle. */
function isChargeRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.keys(value).some((name) => names.has(name)) || ('vehicle' in value && 'record' in value);
}

/**
 * The lists of charge records in a response of either version, with or without an envelope: `records`, and `values` if
 * they are charges or belong to a signal whose code says so.
 */
function recordLists(value: unknown, path: JsonPath = []): readonly RecordList[] {
  if (path.length > mostDepth || isChargeRecord(value)) return [];
  if (Array.isArray(value)) {
    return value.slice(0, mostElements).flatMap((each, at) => recordLists(each, [...path, at]));
  }
  if (!isRecord(value)) return [];
  const { attributes } = value;
  const code = isRecord(attributes) && typeof attributes.code === 'string' ? attributes.code : undefined;
  const ofSignal =
    code !== undefined && isRecord(attributes) && isRecord(attributes.body) ? attributes.body.values : undefined;
  if (code?.includes('chargerecords') && isRecord(attributes) && isRecord(attributes.body) && Array.isArray(ofSignal)) {
    return [
      {
        path: [...path, 'attributes', 'body', 'values'],
        beside: besideOf(attributes.body, 'values'),
        isVersion3: true,
      },
    ];
  }
  for (const [name, isVersion3] of [
    ['records', false],
    ['values', true],
  ] as const) {
    const list = value[name];
    if (Array.isArray(list) && areCharges(list)) {
      return [{ path: [...path, name], beside: besideOf(value, name), isVersion3 }];
    }
  }
  return Object.entries(value).flatMap(([name, each]) => recordLists(each, [...path, name]));
}

/** An empty list may be one of charges; otherwise the first element that is an object decides. */
function areCharges(list: readonly unknown[]): boolean {
  const first: unknown = list.find((each) => isRecord(each));
  return first === undefined ? list.length === 0 : isChargeRecord(first) || Object.keys(first as object).length === 0;
}

function besideOf(value: object, list: string): readonly string[] {
  return Object.keys(value).filter((name) => name !== list);
}
