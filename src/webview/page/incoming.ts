import type { Posted, SavedState, ToWebview } from '../../records/protocol/messages.ts';
import { isObject, isText } from '../base/type-guards.ts';
import { unpackBatch } from '../data/unpack-batch.ts';

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = isText;
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const boolean: Check = (value) => typeof value === 'boolean';
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const buffer: Check = (value) => value instanceof ArrayBuffer;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const dictionary: Check = (value) => isObject(value) && Object.values(value).every(text);
const has =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

const source: Shape = {
  sessionId: text,
  vehicle: has({ id: text, make: text, model: text, year: number }),
};

const target = has({
  ...source,
  others: (value) => value === undefined || (Array.isArray(value) && value.every(has(source))),
  startDate: optional(text),
  endDate: optional(text),
});

const plain = has({ values: buffer });
const wholes = has({
  bits: (value) => count(value) && (value as number) <= 32,
  numbers: buffer,
  least: number,
  times: number,
  per: number,
  first: number,
  gaps: boolean,
});
const numbers: Check = (value) => wholes(value) || plain(value);

const problems = has({
  count,
  rows: numbers,
  fields: numbers,
  reasons: numbers,
  received: numbers,
  newReceived: texts,
});

const batch = has({
  firstRow: count,
  rows: count,
  chargeStart: numbers,
  chargeEnd: numbers,
  energy: numbers,
  startPercentRemaining: numbers,
  endPercentRemaining: numbers,
  isPublic: numbers,
  location: numbers,
  chargingType: numbers,
  problemBits: numbers,
  newLocations: texts,
  newChargingTypes: texts,
  problems,
  unknownFields: (value) => Array.isArray(value) && value.every(has({ name: text, count, row: count })),
});

const failure: Shape = {
  message: text,
  nextStep: text,
  requestId: optional(text),
  remedy: optional(text),
  retryAt: optional(number),
  cancelled: optional(boolean),
};

/** What each message must have. What is kept for the page alone (`unknown` in the protocol), it reads by itself. */
const messages: Readonly<Record<ToWebview['type'], Check>> = {
  init: has({ strings: dictionary, language: text, target, energyUnit: optional(text) }),
  settings: has({ energyUnit: optional(text), timeZone: text }),
  capacity: has({ vehicle: optional(count), nominal: optional(number) }),
  zone: has({ zone: text }),
  start: has({ load: count, startDate: optional(text), endDate: optional(text) }),
  batch: has({ load: count, vehicle: optional(count), batch }),
  part: has({ load: count, vehicle: count, rows: count, failure: optional(has(failure)) }),
  done: has({ load: count, rows: count, receivedAt: number, fetchedAt: optional(number), beside: optional(texts) }),
  command: has({ name: text, column: optional(text), row: optional(count) }),
  picked: has({ pick: count, item: count }),
  failed: has({ load: count, ...failure }),
};

/**
 * A message of the host, or undefined if it is none: the page may outlive an update of the extension. By hand, because
 * the schemas that the host checks with would be a quarter of the page's script. Throws RangeError if the bytes of a batch
 * are not as many as it says.
 */
export function incoming(raw: unknown): ToWebview | undefined {
  if (!isObject(raw) || typeof raw.type !== 'string' || !Object.hasOwn(messages, raw.type)) return undefined;
  if (!messages[raw.type as Posted['type']](raw)) return undefined;
  const message = raw as unknown as Posted;
  return message.type === 'batch' ? { ...message, batch: unpackBatch(message.batch) } : message;
}

/** What the page has saved of itself, if it can be read. */
export function savedState(raw: unknown): SavedState | undefined {
  return has({ target, top: optional(count) })(raw) ? (raw as SavedState) : undefined;
}
