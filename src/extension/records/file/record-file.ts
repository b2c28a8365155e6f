import { setImmediate } from 'node:timers/promises';
import { mostVehicles } from '../../../common/max-compared-vehicles.ts';
import { numberText } from '../../../common/text/number-text.ts';
import { findText } from '../../../common/text/decode-text.ts';
import { valuesIn } from '../../../common/text/json-text.ts';
import { isRecord } from '../../../common/is-record.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { exportColumns } from '../csv/csv-columns.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import { elementsOf as bytesOfElements, listPlace } from '../../../service/records/list-elements.ts';
import { formOf, fullForm, modelForm, nameOf, tellsForm } from '../../../service/records/wire-format.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import { type TextPlace, jsonBreak, placeOf } from './broken-json.ts';
import { hasTooManyParts } from './count-parts.ts';
import { csvRecords } from './csv-records.ts';
import { type FileRecord, type FileVehicle, answerOf, vehiclesOf } from './file-records.ts';
import { type JsonRecords, joinedRecords, jsonRecords } from './json-records.ts';
import { ndjsonRecords } from './ndjson-records.ts';

/** Bytes passed on in one piece: other work may run between two pieces. */
const pieceBytes = 1 << 20;

/** In files larger than this, vehicles are not distinguished. */
export const mostBytesOfSeveral = 64 << 20;

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
  if (bytes.length > mostBytesOfSeveral || !Buffer.from(bytes.subarray(0, 100)).includes('vehicle')) return [];
  const { content } = read(bytes);
  return typeof content === 'string' ? [] : vehiclesOf(content);
}

/**
 * The records of a file in the form of the API's response. The file may be a response of either version in any
 * envelope, a list, a single record, consecutive values (including NDJSON), or CSV. Its text may be UTF-8, UTF-16 or
 * Windows-1252. In a damaged file, everything before the damage is read. Throws ServiceError if there is nothing to
 * read.
 *
 * @param language BCP 47, for formatting numbers
 * @param vehicleId the vehicle whose records are wanted in a file of several; all by default
 */
export function recordFile(bytes: Uint8Array, language: string, vehicleId?: string): ChargeRecordsResponse {
  const { content, broken, form, notes } = read(bytes);
  const body = Buffer.from(typeof content === 'string' ? content : answerOf(content, vehicleId));
  const reading = { form: form ?? formOf(firstRecord(body)) };
  return { body: piecesOf(body, broken, language), reading, requestId: undefined, fetchedAt: undefined, notes };
}

async function* piecesOf(body: Uint8Array, broken: Read['broken'], language: string): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < body.length; from += pieceBytes) {
    yield body.subarray(from, from + pieceBytes);
    await setImmediate();
  }
  if (broken) throw brokenFile(broken.what, broken.place, language);
}

interface Read {
  /** In the form of the API's response, or to be converted to it. */
  readonly content: string | readonly FileRecord[];
  /** The wire format of its records; absent if the records themselves show it. */
  readonly form?: WireFormat | undefined;
  readonly broken?: { readonly what: string; readonly place: TextPlace } | undefined;
  /** What was recognized in the file, and what was not read. */
  readonly notes?: readonly string[];
}

function read(bytes: Uint8Array): Read {
  const found = findText(bytes);
  if (!found) throw noText();
  const { text, encoding, isDamaged } = found;
  const { notes = [], ...rest } = readText(text, encoding === 'Windows-1252');
  const ofEncoding = isDamaged
    ? [t('Some characters are not valid {0} and are shown as {1}.', encoding, '\ufffd')]
    : encoding === 'UTF-8'
      ? []
      : [t('Encoding: {0}.', encoding)];
  return { ...rest, notes: [...ofEncoding, ...notes] };
}

/** @param isGuess whether the encoding was only guessed, so that the file may not be text */
function readText(decoded: string, isGuess: boolean): Read {
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
  if (!csv) throw isGuess ? noText() : noRecords('columns', namesOfColumns(start));
  const { records: content, form, openQuote, notes } = csv;
  if (openQuote === undefined) return { content, form, notes };
  return {
    ...{ content, form, notes },
    broken: { what: t('The file has quotation marks that do not end'), place: placeOf(text, openQuote) },
  };
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
  const place = jsonBreak(text);
  if (place) return fromBroken(text, place);
  const records = jsonRecords(text);
  if (!records) throw noRecords('fields', namesOfFields(text));
  return ofRecords(records);
}

function ofRecords({ content, isVersion3 }: JsonRecords): Read {
  return { content, form: isVersion3 ? fullForm : undefined };
}

/** Reads consecutive values, lines, or what comes before the place where the JSON is invalid. */
function fromBroken(text: string, place: TextPlace): Read {
  const first = valuesIn(text).next().value;
  const isFirstWhole = first && place.at < text.length && place.at >= first.at + first.json.length;
  const joined = isFirstWhole ? joinedRecords(text) : undefined;
  if (joined && joined.brokenAt === undefined) return ofRecords(joined);
  const line = recordLine(text);
  if (line !== undefined && (place.line === 1 || place.at === line)) return fromLines(text);
  const what = t('The file is not JSON');
  if (joined?.brokenAt !== undefined) {
    const at = joined.brokenAt + (jsonBreak(text.slice(joined.brokenAt))?.at ?? 0);
    return { ...ofRecords(joined), broken: { what, place: placeOf(text, at) } };
  }
  const before = text.slice(0, place.at);
  if (before.trimStart().startsWith('[')) return { content: `{"records":${before}`, broken: { what, place } };
  const isAnswer = listPlace(Buffer.from(before), modelForm.lists) !== undefined;
  const list = isAnswer ? null : /"(?:records|values)"\s*:\s*(?=\[)/.exec(before);
  if (!list) return { content: before, broken: { what, place } };
  return { content: `{"records":${before.slice(list.index + list[0].length)}`, broken: { what, place } };
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
  return badFile(t('The file is not text: neither UTF-8, UTF-16 nor Windows-1252.'));
}

function tooManyParts(): ServiceError {
  return badFile(t('The file has too many values.'));
}

function brokenFile(what: string, { byte, line, column }: TextPlace, language: string): ServiceError {
  const text = (count: number) => numberText(count, language);
  return badFile(t('{0}, at byte {1} (line {2}, column {3}).', what, text(byte), text(line), text(column)));
}

export function badFile(message: string, nextStep = t('Correct the file, then reload.')): ServiceError {
  return new ServiceError(message, { kind: 'not-json', turn: 'developer', nextStep, sent: false });
}
