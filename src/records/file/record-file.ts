import { setImmediate } from 'node:timers/promises';
import { mostVehicles } from '../../common/max-compared-vehicles.ts';
import { numberText } from '../../common/text/number-text.ts';
import { decodeText } from '../../common/text/decode-text.ts';
import { elementsOf, membersOf } from '../../common/text/json-text.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';
import type { RecordForm } from '../../service/model/record-reading.ts';
import type { ChargeRecordsResponse } from '../../service/model/vehicle-data.ts';
import { formOf, fullForm } from '../../service/record-forms.ts';
import { elementsOf as bytesOfElements, listPlace } from '../../service/records/list-elements.ts';
import { modelForm } from '../../service/records/record-form.ts';
import type { ChargeRecordsTarget } from '../protocol/target.ts';
import { type TextPlace, jsonBreak, placeOf } from './broken-json.ts';
import { hasTooManyParts } from './count-parts.ts';
import { csvRecords } from './csv-records.ts';
import { type FileRecord, type FileVehicle, answerOf, fileRecord, vehiclesOf } from './file-records.ts';
import { ndjsonRecords } from './ndjson-records.ts';

/** Bytes that are read in one go: other work gets a turn between them. */
const pieceBytes = 1 << 20;

/** In a larger file, vehicles are not told apart. */
export const mostBytesOfSeveral = 64 << 20;

/** So many lines may come before the first whole record: a log may begin within one. */
const firstLines = 10;

/** Records of a file as what a viewer shows: its vehicles side by side, or the file in a vehicle's place. */
export function fileTarget(uri: string, name: string, vehicles: readonly FileVehicle[] = []): ChargeRecordsTarget {
  const [vehicle, ...others] =
    vehicles.length > mostVehicles ? [] : vehicles.map((each) => ({ sessionId: '', vehicle: each }));
  if (vehicle && others.length > 0) return { file: uri, ...vehicle, others };
  return { file: uri, sessionId: '', vehicle: { id: uri, make: '', model: name, year: 0 } };
}

/** Of which vehicle in its file a target is; undefined: of all. */
export function vehicleInFile({ file, vehicle }: ChargeRecordsTarget): string | undefined {
  return vehicle.id === file ? undefined : vehicle.id;
}

/** Whose records these are, where the file is an export of several vehicles. Throws as `recordFile` does. */
export function vehiclesOfFile(bytes: Uint8Array): readonly FileVehicle[] {
  // What says so begins with it; all others are read once. Those of several are read for each.
  if (bytes.length > mostBytesOfSeveral || !Buffer.from(bytes.subarray(0, 100)).includes('vehicle')) return [];
  const { content } = read(bytes);
  return typeof content === 'string' ? [] : vehiclesOf(content);
}

/**
 * The records of a file in the form of the API's answer: of `{"records":[…]}`, of a list alone, of a record a line
 * (NDJSON) or of CSV. Text may be UTF-8 or UTF-16. What is in front of a broken place is read. Throws ServiceError where
 * there is nothing to read.
 *
 * @param language BCP 47, for numbers
 * @param vehicleId whose records, of those of several vehicles; all without it
 */
export function recordFile(bytes: Uint8Array, language: string, vehicleId?: string): ChargeRecordsResponse {
  const { content, broken, form } = read(bytes);
  const body = Buffer.from(typeof content === 'string' ? content : answerOf(content, vehicleId));
  const reading = { form: form ?? formOf(firstRecord(body)) };
  return { body: piecesOf(body, broken, language), reading, requestId: undefined, fetchedAt: undefined };
}

async function* piecesOf(body: Uint8Array, broken: Read['broken'], language: string): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < body.length; from += pieceBytes) {
    yield body.subarray(from, from + pieceBytes);
    await setImmediate();
  }
  if (broken) throw brokenFile(broken.what, broken.place, language);
}

interface Read {
  /** In the form of the API's answer, or to be put into it. */
  readonly content: string | readonly FileRecord[];
  /** Of its records; absent where they tell. */
  readonly form?: RecordForm;
  readonly broken?: { readonly what: string; readonly place: TextPlace };
}

function read(bytes: Uint8Array): Read {
  const text = decodeText(bytes);
  if (text === undefined) throw badFile(t('The file is not text: neither UTF-8 nor UTF-16.'));
  const start = text.trimStart();
  if (start === '') throw badFile(t('The file is empty.'));
  const isObject = start.startsWith('{');
  const isJson = isObject || start.startsWith('[');
  if (hasTooManyParts(text, isJson ? 'json' : 'lines')) throw tooManyParts();
  if (isJson && !isObject) return fromJson(text, '{"records":');
  if (isObject) return isNdjson(start) ? fromLines(text) : fromJson(text);
  if (recordLine(text) !== undefined) return fromLines(text);
  const csv = csvRecords(text);
  if (!csv) throw badFile(t('The file holds no charge records.'));
  const { records: content, form, openQuote } = csv;
  if (openQuote === undefined) return { content, form };
  return {
    content,
    form,
    broken: { what: t('The file has quotation marks that do not end'), place: placeOf(text, openQuote) },
  };
}

function fromLines(text: string): Read {
  if (hasTooManyParts(text, 'lines')) throw tooManyParts();
  return { content: ndjsonRecords(text) };
}

/** @param before what makes a list an answer */
function fromJson(text: string, before = ''): Read {
  const place = jsonBreak(text);
  if (place) {
    const line = recordLine(text);
    if (line !== undefined && (place.line === 1 || place.at === line)) return fromLines(text);
    return { content: before + text.slice(0, place.at), broken: { what: t('The file is not JSON'), place } };
  }
  if (before !== '') return { content: unwrapped(`${before}${text}}`) };
  const { records } = JSON.parse(text) as { records?: unknown };
  if (!Array.isArray(records)) throw badFile(t('The file has no list of charge records.'));
  return { content: unwrapped(text) };
}

/** Undefined where there is none, or it is no JSON. A line that is none is a text. */
function firstRecord(body: Uint8Array): unknown {
  const place = listPlace(body, modelForm.lists);
  if (!place) return undefined;
  const list = body.subarray(place.at);
  const { commas, close } = bytesOfElements(list, firstLines);
  const ends = close < 0 ? commas : [...commas, close];
  try {
    return ends
      .map(
        (end, index) => JSON.parse(Buffer.from(list.subarray((ends[index - 1] ?? 0) + 1, end)).toString()) as unknown,
      )
      .find((record) => typeof record === 'object');
  } catch {
    return undefined;
  }
}

/** The first line is an object by itself, and not the list of records. */
function isNdjson(text: string): boolean {
  const [line = '', ...more] = text.trimEnd().split(/\r?\n/, 2);
  try {
    const first = JSON.parse(line) as object;
    return !('records' in first) && (more.length > 0 || isStart(first) || 'record' in first);
  } catch {
    return false;
  }
}

/** Where the first of some lines behind the first one begins that is a record by itself; undefined where none is. */
function recordLine(text: string): number | undefined {
  let at = 0;
  for (const line of text.split('\n', firstLines)) {
    if (at > 0 && isNdjson(line)) return at;
    at += line.length + 1;
  }
  return undefined;
}

/** Whether it is a record of a form that has something in it. */
function isStart(first: object): boolean {
  return [modelForm, fullForm].some(({ names }) => names.chargeStart in first);
}

/** Exports of several vehicles say of each record whose it is. */
function unwrapped(json: string): Read['content'] {
  if (!/^\s*\{\s*"records"\s*:\s*\[\s*\{\s*"vehicle"\s*:/.test(json)) return json;
  const records = elementsOf(membersOf(json)?.findLast(({ name }) => name === 'records')?.value ?? '') ?? [];
  return records.map(fileRecord);
}

function tooManyParts(): ServiceError {
  return badFile(t('The file has too many values.'));
}

function brokenFile(what: string, { byte, line, column }: TextPlace, language: string): ServiceError {
  const text = (count: number) => numberText(count, language);
  return badFile(t('{0}, at byte {1} (line {2}, column {3}).', what, text(byte), text(line), text(column)));
}

export function badFile(message: string): ServiceError {
  const nextStep = t('Correct the file, then reload.');
  return new ServiceError(message, { kind: 'not-json', turn: 'developer', nextStep, sent: false });
}
