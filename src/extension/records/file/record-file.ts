import { setImmediate } from 'node:timers/promises';
import { type ChargeRecordsTarget, mostVehicles } from '../../../viewer/messages/target.ts';
import { type Files, findText, readBounded } from '../../../common/text/decode-text.ts';
import { isJson, valuesIn } from '../../../common/text/json-text.ts';
import { isRecord } from '../../../common/is-record.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { exportColumns } from '../csv/csv-columns.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import { elementsOf as bytesOfElements, listPlace } from '../../../service/records/list-elements.ts';
import { formOf, fullForm, modelForm, nameOf, tellsForm } from '../../../service/records/wire-format.ts';
import { mostFileBytes } from '../../../viewer/messages/most-file-bytes.ts';
import { csvRecords } from './csv-records.ts';
import {
  type FileRecord,
  type FileVehicle,
  type JsonRecords,
  answerOf,
  fileRecord,
  joinedRecords,
  jsonRecords,
  ndjsonRecords,
  vehiclesOf,
} from './json-records.ts';

/** Bytes passed on in one piece: other work may run between two pieces. */
const pieceBytes = 1 << 20;

/** How many names of a file that holds no records are shown. */
const mostFound = 8;

/** How many lines may come before the first complete record: a log file may start in the middle of one. */
const firstLines = 10;

/** The viewer's target for a file: its vehicles side by side, or the file itself in place of a vehicle. */
export function fileTarget(uri: string, name: string, vehicles: readonly FileVehicle[] = []): ChargeRecordsTarget {
  const [vehicle, ...others] =
    vehicles.length > mostVehicles ? [] : vehicles.map((each) => ({ sessionId: '', vehicle: each }));
  if (vehicle && others.length > 0) return { file: uri, ...vehicle, others };
  return { file: uri, sessionId: '', vehicle: { id: uri, make: '', model: name, year: 0 } };
}

/** The ID of the vehicle that a target selects in its file; undefined: all vehicles. */
export function vehicleInFile({ file, vehicle }: ChargeRecordsTarget): string | undefined {
  return vehicle.id === file ? undefined : vehicle.id;
}

/** The vehicles of a file that is an export of several vehicles; empty for others. Throws as `recordFile` does. */
export function vehiclesOfFile(bytes: Uint8Array): readonly FileVehicle[] {
  // An export of several vehicles mentions them near its start. Other files are not parsed here, only when they are
  // shown.
  if (!Buffer.from(bytes.subarray(0, 100)).includes('vehicle')) return [];
  const { content } = read(bytes);
  return typeof content === 'string' ? [] : vehiclesOf(content);
}

/**
 * The records of a file in the form of the API's response. The file may be a response of either version in any
 * envelope, a list, a single record, consecutive values (including NDJSON), or CSV, in UTF-8 or UTF-16. In a damaged
 * file, everything before the damage is read. Throws ServiceError if there is nothing to read.
 *
 * @param vehicleId the vehicle whose records are wanted in a file of several; all by default
 */
export function recordFile(bytes: Uint8Array, vehicleId?: string): ChargeRecordsResponse {
  const { content, broken, form, note } = read(bytes);
  const body = Buffer.from(typeof content === 'string' ? content : answerOf(content, vehicleId));
  const reading = { form: form ?? formOf(firstRecord(body)) };
  return { body: piecesOf(body, broken), reading, requestId: undefined, fetchedAt: undefined, note };
}

async function* piecesOf(body: Uint8Array, broken: string | undefined): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < body.length; from += pieceBytes) {
    yield body.subarray(from, from + pieceBytes);
    await setImmediate();
  }
  if (broken !== undefined) throw badFile(broken);
}

interface Read {
  /** In the form of the API's response, or to be converted to it. */
  readonly content: string | readonly FileRecord[];
  /** The wire format of its records; absent if the records themselves show it. */
  readonly form?: WireFormat | undefined;
  /** Why nothing is read after that. */
  readonly broken?: string | undefined;
}

function read(bytes: Uint8Array): Read & { readonly note?: string } {
  const found = findText(bytes);
  if (!found) throw noText();
  const { text, encoding, isDamaged } = found;
  const read = readText(text, isDamaged);
  if (!isDamaged) return read;
  const note = t('Some characters are not valid {0} and are shown as {1}. Save the file as UTF-8.', encoding, '\ufffd');
  return { ...read, note };
}

/** @param isDamaged whether some bytes are no text, so that the file may be none */
function readText(decoded: string, isDamaged: boolean): Read {
  // Each value may be preceded by a record separator (RFC 7464).
  const text = decoded.trimStart().startsWith('\u001e') ? decoded.replaceAll('\u001e', ' ') : decoded;
  const start = text.trimStart();
  if (start === '') throw badFile(t('The file is empty.'));
  const isJson = start.startsWith('{') || start.startsWith('[');
  if (hasTooManyParts(text, isJson ? 'json' : 'lines')) throw tooManyParts();
  if (start.startsWith('{') && isNdjson(start)) return fromLines(text);
  if (isJson) return fromJson(text);
  if (recordLine(text) !== undefined) return fromLines(text);
  const csv = csvRecords(text);
  if (!csv) throw isDamaged ? noText() : noRecords('columns', namesOfColumns(start));
  const { records: content, form, openQuote } = csv;
  const broken =
    openQuote === undefined
      ? undefined
      : t('The file has a quotation mark in line {0} that does not end.', lineOf(text, openQuote));
  return { content, form, broken };
}

function fromLines(text: string): Read {
  if (hasTooManyParts(text, 'lines')) throw tooManyParts();
  const lines = ndjsonRecords(text);
  if (lines.isWhole) return ofRecords(lines);
  // A value may span several lines.
  const joined = joinedRecords(text);
  return ofRecords(joined.brokenAt === undefined ? joined : lines);
}

function fromJson(text: string): Read {
  if (!isJson(text)) return fromBroken(text);
  const records = jsonRecords(text);
  if (!records) throw noRecords('fields', namesOfFields(text));
  return ofRecords(records);
}

function ofRecords({ content, isVersion3 }: JsonRecords): Read {
  return { content, form: isVersion3 ? fullForm : undefined };
}

/** Reads consecutive values, lines, or the elements of a list that come before the first one that is no JSON. */
function fromBroken(text: string): Read {
  const first = valuesIn(text).next().value;
  const joined = first && isJson(first.json) ? joinedRecords(text) : undefined;
  if (joined && joined.brokenAt === undefined) return ofRecords(joined);
  const line = recordLine(text);
  const [begin = ''] = text.split('\n', 1);
  if (line !== undefined && !/^\s*(?:\[|\{\s*"(?:records|values|data)"\s*:\s*[[{])\s*$/.test(begin))
    return fromLines(text);
  const list = joined ? undefined : /^\s*(?=\[)|"(?:records|values)"\s*:\s*(?=\[)/.exec(text);
  const read = joined?.content ?? (list ? wholeElements(text.slice(list.index + list[0].length)) : []);
  const broken = t('The file is not JSON from record {0} on.', read.length + 1);
  return joined ? { ...ofRecords(joined), broken } : { content: read, broken };
}

/** The elements of a broken list before the first one that is no JSON, which may be none. */
function wholeElements(text: string): readonly FileRecord[] {
  const bytes = Buffer.from(text);
  const { commas, close } = bytesOfElements(bytes);
  const whole: FileRecord[] = [];
  let from = 1;
  // Where the text ends before its list does, the last element may be whole all the same.
  for (const end of [...commas, close < 0 ? bytes.length : close]) {
    const json = bytes.subarray(from, end).toString();
    if (!isJson(json)) break;
    whole.push(fileRecord(json));
    from = end + 1;
  }
  return whole;
}

/** The first record that shows its wire format. Undefined if none does, or one is invalid JSON. */
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
      .find(tellsForm);
  } catch {
    return undefined;
  }
}

/** Whether the first line is a complete object and not the list of records. */
function isNdjson(text: string): boolean {
  const [line = '', ...more] = text.trimEnd().split(/\r?\n/, 2);
  try {
    const first = JSON.parse(line) as object;
    return !('records' in first) && (more.length > 0 || isStart(first) || 'record' in first);
  } catch {
    return false;
  }
}

/**
 * The index of the first line after the first one that is a complete record, among the first few lines; undefined if
 * there is none.
 */
function recordLine(text: string): number | undefined {
  let at = 0;
  for (const line of text.split('\n', firstLines)) {
    if (at > 0 && isNdjson(line)) return at;
    at += line.length + 1;
  }
  return undefined;
}

/** Whether an object has the start of a charge, in either wire format. */
function isStart(first: object): boolean {
  return [modelForm, fullForm].some((form) => nameOf(form, 'chargeStart') in first);
}

/** Says which names would be read, and which are there. */
function noRecords(kind: 'columns' | 'fields', names: readonly string[]): ServiceError {
  const known = [...exportColumns(false)].map(({ name }) => name).join(', ');
  const found = names.slice(0, mostFound).map((name) => plainText(name, 40));
  if (names.length > mostFound) found.push('…');
  const parts = [known, found.join(', ') || t('none')] as const;
  return badFile(
    t('The file holds no charge records.'),
    kind === 'columns'
      ? t('Columns that are expected: {0}. Found: {1}.', ...parts)
      : t('Fields that are expected, as version 2.0 names them: {0}. Found: {1}.', ...parts),
  );
}

/** What a first line names, whatever separates the names. */
function namesOfColumns(text: string): readonly string[] {
  const [line = ''] = text.split(/\r?\n/, 1);
  const names = line.split(/[;,\t|]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return names.filter((name) => name !== '');
}

/** Names in the first object. */
function namesOfFields(text: string): readonly string[] {
  const value = JSON.parse(text) as unknown;
  const first: unknown = Array.isArray(value) ? value.find((each) => isRecord(each)) : value;
  return isRecord(first) ? Object.keys(first) : [];
}

function noText(): ServiceError {
  return badFile(t('The file is not text: neither UTF-8 nor UTF-16.'));
}

function tooManyParts(): ServiceError {
  return badFile(t('The file has too many values.'));
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}

function badFile(message: string, nextStep = t('Correct the file, then reload.')): ServiceError {
  return new ServiceError(message, { kind: 'not-json', turn: 'developer', nextStep, sent: false });
}

/** Limits for a file: some three million records. */
const mostParts = 32_000_000;
const mostLines = 4_000_000;

/**
 * Whether a text has more values than memory can hold. The shorter a value is written, the more memory it takes in
 * proportion: a file of 256 MB of `[],[],…` would crash the extension host.
 */
function hasTooManyParts(text: string, form: 'json' | 'lines'): boolean {
  const signs = form === 'json' ? ',[{' : ',;|\t[{';
  if (countOf(text, signs) > mostParts) return true;
  return form === 'lines' && countOf(text, '\n\r') > mostLines;
}

function countOf(text: string, signs: string): number {
  const wanted = new Uint8Array(128);
  for (const sign of signs) wanted[sign.charCodeAt(0)] = 1;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) count += wanted[text.charCodeAt(at)] ?? 0;
  return count;
}

/** Reads the bytes of a file of charge records. Rejects with ServiceError if it cannot be read. */
export async function recordFileBytes<Uri>(files: Files<Uri>, uri: Uri, most = mostFileBytes): Promise<Uint8Array> {
  const bytes = await readBounded(files, uri, most);
  if (typeof bytes === 'string') throw badFile(bytes);
  return bytes;
}
