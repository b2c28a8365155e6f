import type * as z from 'zod';
import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import type { ApiContext } from '../api/authorized-calls.ts';
import { grantStep, textOfError } from '../api/error-texts.ts';
import { problemsIn, problemsOf, readAnswer, schemaErrorMessage, unreadOf } from '../api/read-answer.ts';
import type { TextResponse } from '../http/messages.ts';
import { safeText } from '../http/redact.ts';
import { contractBroken, type JsonObject } from '../http/response-errors.ts';
import { emptyStore, listedFailure, ownTexts, signalFailure, unavailable } from './api-errors.ts';
import { capacityBody, type Signal, signal, signalCodes, signalList } from './contract.ts';
import { parseWithoutOdd } from '../../common/text/odd-elements.ts';
import type { NominalCapacity } from '../model/vehicles.ts';
import { asServiceError } from '../model/errors.ts';
import type { VehicleSignal, VehicleSignals } from '../model/signals.ts';
import { elementsOf, listPlace } from '../records/list-elements.ts';

type Response = Pick<TextResponse, 'status' | 'headers' | 'receivedAt'>;
type Code = (typeof signalCodes)[keyof typeof signalCodes];

/** One family of third-party modules uses the plural for this code (reported). */
const aliases: Readonly<Record<string, Code>> = { 'tractionbattery-nominalcapacities': signalCodes.capacity };

/**
 * The body of one signal, in any of its known forms: on its own, in `data`, or as one of a list. Throws ServiceError if
 * the signal has failed, is missing or is not a signal: all of that comes inside status 200.
 */
export function signalBody(response: Response, json: JsonObject, code: Code, context: ApiContext): JsonObject {
  const failure = listedFailure(response, json, context);
  if (failure) throw failure;
  const { attributes } = readAnswer(response, oneOf(response, json, code, context), signal).data;
  const { status } = attributes;
  if (codeOf(attributes.code) !== code) {
    throw contractBroken(response, [`attributes.code: ${t('expected {0}', code)}`]);
  }
  if (status && status.value !== 'SUCCESS') throw failed(response, status, context);
  const body: unknown = attributes.body;
  if (!isRecord(body)) throw contractBroken(response, [`attributes.body: ${t('missing')}`]);
  return body;
}

/** The capacity in a response that has its signal. Throws ServiceError. */
export function capacityIn(response: Response, json: JsonObject, context: ApiContext): NominalCapacity {
  const capacity = readCapacity(signalBody(response, json, signalCodes.capacity, context));
  if (!('problems' in capacity)) return capacity;
  throw contractBroken(
    response,
    capacity.problems.map((each) => `body.${each}`),
  );
}

/** A larger body is left out: only lists of charge records are that long, which have a reader of their own. */
const mostCharacters = 1 << 20;

/** All signals of a vehicle. Throws ServiceError if nothing is stored of it. */
export function readSignals(response: TextResponse, json: JsonObject, context: ApiContext): VehicleSignals {
  const failure = listedFailure(response, json, context);
  if (failure) throw failure;
  const { text } = response;
  const { data: list, odd } = readAnswer(response, json, signalList);
  if (list.data.length + odd.length === 0) {
    throw signalFailure(response, emptyStore(context), [`HTTP ${response.status}`], '', {});
  }
  const gone = new Set(odd.map(({ path }) => path[1]));
  const places = Array.from({ length: list.data.length + odd.length }, (_, index) => index);
  const kept = places.filter((index) => !gone.has(index));
  const signals = list.data.map(({ attributes, meta }, index): VehicleSignal => {
    const { code, name, group, status, body } = attributes;
    const [prefix = '', rest = code] = code.split(/-(.*)/s, 2);
    const size = text.length > mostCharacters && body ? JSON.stringify(body).length : 0;
    return {
      ...{ code, name: name?.trim() ? name : rest, group: group?.trim() ? group : prefix },
      ...(status && status.value !== 'SUCCESS'
        ? { error: failed(response, status, context) }
        : size > mostCharacters
          ? { size }
          : { body: body ?? {} }),
      view: views[codeOf(code) ?? ''],
      updatedAt: momentOf(meta?.oemUpdatedAt) ?? momentOf(meta?.retrievedAt),
      raw: () => rawElement(text, kept[index] ?? 0),
    };
  });
  let capacity: VehicleSignals['capacity'];
  try {
    capacity = capacityIn(response, json, context);
  } catch (error) {
    capacity = asServiceError(error);
  }
  const unread = unreadOf(response, odd);
  return { signals, total: Math.max(list.meta?.totalCount ?? 0, places.length), capacity, ...(unread && { unread }) };
}

const views: Readonly<Record<string, VehicleSignal['view']>> = {
  [signalCodes.capacity]: 'capacity',
  [signalCodes.chargeRecords]: 'records',
};

/** Milliseconds since 1970; undefined if there is none, and for 0, which some signals have (reported). */
function momentOf(time: number | string | null | undefined): number | undefined {
  // Seconds of any day in this century are fewer than 1e11.
  const moment = typeof time === 'number' ? time * (time < 1e11 ? 1000 : 1) : Date.parse(time ?? '');
  return moment > 0 && moment <= latestDate ? moment : undefined;
}

const latestDate = 8.64e15;

/** An element of `data`, as it is spelled. */
function rawElement(text: string, index: number): string {
  const bytes = Buffer.from(text);
  const list = bytes.subarray(listPlace(bytes, [['data']])?.at ?? 0);
  const { commas, close } = elementsOf(list, index + 1);
  return list.subarray((commas[index - 1] ?? 0) + 1, commas[index] ?? close).toString();
}

const codeOf = (code: unknown) => (typeof code === 'string' ? (aliases[code] ?? code) : undefined);

function oneOf(response: Response, json: JsonObject, code: Code, context: ApiContext): unknown {
  const { data } = json;
  if (data === undefined) return json;
  if (!Array.isArray(data)) return data;
  const list: readonly unknown[] = data;
  const isWanted = (each: unknown) =>
    isRecord(each) && isRecord(each.attributes) && codeOf(each.attributes.code) === code;
  const found = list.find(isWanted);
  if (found !== undefined) return found;
  throw signalFailure(response, emptyStore(context), [`HTTP ${response.status}`], '', {});
}

function failed(
  response: Response,
  { value, error }: NonNullable<Signal['attributes']['status']>,
  context: ApiContext,
) {
  const { permission, secrets } = context;
  if (!error) return signalFailure(response, unavailable(), [value, `HTTP ${response.status}`], '', {});
  const { type } = error;
  const code = error.code ?? undefined;
  const resolution = error.resolution?.type ?? undefined;
  const name = safeText(code === undefined ? type : `${type}:${code}`, secrets, 160);
  const isStored = code !== 'SIGNAL_NOT_FOUND';
  const known = isStored ? textOfError(response.status, { type, code, resolution }, ownTexts()) : emptyStore(context);
  const what = type === 'PERMISSION' && permission ? { ...known, nextStep: grantStep(permission) } : known;
  const marks = [name, value, `HTTP ${response.status}`];
  return signalFailure(response, what, marks, safeText(error.description ?? '', secrets), { type, code });
}

/** Copies of the documentation spell it in several ways: `kWh`, `kWhr`, and `kilowatt_hours` as in other signals. */
const kilowattHours = /^(?:kwhr?|kilowatt[_ -]?hours?)$/i;

/**
 * The case that the body of a capacity signal represents, or what is wrong with it. No source shows "not determined": a
 * capacity of null is taken for it (assumed), and a missing one if there are candidates.
 */
function readCapacity(json: JsonObject): NominalCapacity | Unreadable {
  const parsed = parseWithoutOdd(capacityBody, json, schemaErrorMessage);
  if ('error' in parsed) return { problems: problemsOf(parsed.error) };
  const capacity = capacityOf(parsed.data);
  if ('problems' in capacity || parsed.odd.length === 0) return capacity;
  return { ...capacity, unreadCandidates: problemsIn(parsed.odd) };
}

interface Unreadable {
  readonly problems: readonly string[];
}

function capacityOf({
  source,
  capacity,
  availableCapacities,
  unit,
}: z.infer<typeof capacityBody>): NominalCapacity | Unreadable {
  if (unit && !kilowattHours.test(unit)) return { problems: [`unit: ${t('expected {0}', 'kWh')}`] };
  if (capacity === undefined && !availableCapacities) return { problems: [`capacity: ${t('missing')}`] };
  const candidates = (availableCapacities ?? []).map(({ capacity, description }) => ({
    capacity,
    description: description ?? null,
  }));
  if (capacity === undefined || capacity === null) return { case: 'undetermined', candidates, selectUrl: null };
  switch (source) {
    case 'USER_SELECTED':
      return { case: 'selected', nominal: capacity, candidates, selectUrl: null };
    case 'SMARTCAR':
      return { case: 'determined', nominal: capacity, candidates };
    case undefined:
    case null:
      return { case: 'determined', nominal: capacity, candidates, isSourceUnknown: true };
    default:
      return { problems: [`source: ${t('expected {0}', 'SMARTCAR | USER_SELECTED')}`] };
  }
}
