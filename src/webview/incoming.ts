import type { SavedState, ToWebview } from '../records/protocol.ts';

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

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

const problems = has({ rows: buffer, fields: buffer, reasons: buffer, received: buffer, newReceived: texts });

const batch = has({
  firstRow: count,
  rows: count,
  chargeStart: buffer,
  chargeEnd: buffer,
  energy: buffer,
  startPercentRemaining: buffer,
  endPercentRemaining: buffer,
  isPublic: buffer,
  location: buffer,
  chargingType: buffer,
  problemBits: buffer,
  newLocations: texts,
  newChargingTypes: texts,
  problems,
  unknownFields: (value) => Array.isArray(value) && value.every(has({ name: text, count })),
});

const failure: Shape = {
  message: text,
  nextStep: text,
  requestId: optional(text),
  remedy: optional(text),
  retryAt: optional(number),
};

/** What each message must have. What is kept for the page alone (`unknown` in the protocol), it reads by itself. */
const messages: Readonly<Record<ToWebview['type'], Check>> = {
  init: has({ strings: dictionary, language: text, target, energyUnit: optional(text) }),
  capacity: has({ vehicle: optional(count), nominal: optional(number) }),
  start: has({ load: count, startDate: optional(text), endDate: optional(text) }),
  batch: has({ load: count, vehicle: optional(count), batch }),
  part: has({ load: count, vehicle: count, rows: count, failure: optional(has(failure)) }),
  done: has({ load: count, rows: count, receivedAt: number, fetchedAt: optional(number) }),
  command: has({ name: text, column: optional(text), row: optional(count) }),
  failed: has({ load: count, ...failure }),
};

/**
 * A message of the host, or undefined if it is none: the page may outlive an update of the extension. By hand, because
 * the schemas that the host checks with would be a quarter of the page's script.
 */
export function incoming(raw: unknown): ToWebview | undefined {
  if (!isObject(raw) || typeof raw.type !== 'string' || !Object.hasOwn(messages, raw.type)) return undefined;
  return messages[raw.type as ToWebview['type']](raw) ? (raw as unknown as ToWebview) : undefined;
}

/** What the page has saved of itself, if it can be read. */
export function savedState(raw: unknown): SavedState | undefined {
  return has({ target, top: optional(count) })(raw) ? (raw as SavedState) : undefined;
}
