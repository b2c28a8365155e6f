import type { ChargeRecord } from '../../src/service/model/vehicles.ts';

function reordered(record: object, index: number): string {
  const keys = Object.keys(record);
  const from = index % keys.length;
  return JSON.stringify(record, [...keys.slice(from), ...keys.slice(0, from)]);
}

/** How a body writes its records: those of a version mean the same, but for `unknown`, `distinct` and `bad`. */
const writers = {
  usual: (record) => JSON.stringify(record),
  reordered,
  /** A character of two UTF-16 units in each record. */
  astral: (record) => JSON.stringify({ ...record, location: `${record.location} 🚗` }),
  /** With fields that the contract doesn't know. */
  unknown: (record, index) => JSON.stringify({ ...record, invoice: `No. ${index}`, tariff: { price: index / 100 } }),
  escapes: (record) =>
    JSON.stringify({ ...record, location: `"${record.location}" \\` }).replace('Street', 'Stra\\u00dfe'),
  exponents: (record) => withExponents(JSON.stringify(record)),
  pretty: (record) => JSON.stringify(record, null, 2),
  /** No text comes twice. */
  distinct: (record, index) => JSON.stringify(distinct(record, index)),
  /** Wrong in all eight fields, each in its own way. */
  bad: (_, index) =>
    JSON.stringify({
      chargeStart: `yesterday ${index}`,
      chargeEnd: index,
      location: null,
      energy: `${index}`,
      isPublic: 'perhaps',
      startPercentRemaining: [],
      endPercentRemaining: {},
    }),
  lean: (record) => JSON.stringify(leanRecord(record)),
  'lean in data': (record) => JSON.stringify(leanRecord(record)),
  /** Without some fields, in sixteen mixes. */
  'lean mixed': (record, index) => JSON.stringify(mixedRecord(record, index)),
  full: (record, index) => JSON.stringify(fullRecord(record, index)),
  'full in data': (record, index) => JSON.stringify(fullRecord(record, index)),
  'full exponents': (record, index) => withExponents(JSON.stringify(fullRecord(record, index))),
  'full distinct': (record, index) => JSON.stringify(fullRecord(distinct(record, index), index)),
  /** All before the range that is asked for. */
  'lean past': (record) => JSON.stringify(leanRecord(record)),
} as const satisfies Record<string, (record: ChargeRecord, index: number) => string>;

export type BodyKind = keyof typeof writers;
export const bodyKinds = Object.keys(writers) as BodyKind[];

/** Whether the records of this kind of body are those of version 3: `lean` has what version 2.0 has too, `full` all. */
export const isVersion3 = (kind: string) => /^(lean|full)/.test(kind);

/** The numbers of a record's fields, but not those in its objects. */
function withExponents(json: string): string {
  return json.replace(/("(?:energy\w*|\w+(?:PercentRemaining|StateOfCharge))":)([\d.]+)/g, (_, key: string, digits) => {
    return `${key}${Number(digits).toExponential()}`;
  });
}

function distinct(record: ChargeRecord, index: number): ChargeRecord {
  const { location, chargingType } = record;
  return { ...record, location: `${location} ${index}`, chargingType: `${chargingType}-${index}` };
}

function leanRecord(record: ChargeRecord) {
  return {
    ...{ startTime: record.chargeStart, endTime: record.chargeEnd, location: { name: record.location } },
    ...{ energyAdded: record.energy, isPublicCharger: record.isPublic, connectorType: record.chargingType },
    startStateOfCharge: Math.round(record.startPercentRemaining * 100),
    endStateOfCharge: Math.round(record.endPercentRemaining * 100),
  };
}

function mixedRecord(record: ChargeRecord, index: number) {
  const { startTime, endTime, location, energyAdded, isPublicCharger, startStateOfCharge } = leanRecord(record);
  const mix = Math.imul(index, 0x9e3779b1) >>> 28;
  return {
    ...{ startTime, endTime, ...(mix & 1 && { location }), ...(mix & 2 && { energyAdded }) },
    ...{ ...(mix & 4 && { isPublicCharger }), ...(mix & 8 && { startStateOfCharge }) },
  };
}

/** With what version 2.0 has not: ID, cost, a place with its address and coordinates. */
function fullRecord(record: ChargeRecord, index: number) {
  const { location: name, energy } = record;
  const address = {
    address: `${name}, 10115 Berlin`,
    latitude: 52 + name.length / 1000,
    longitude: 13 + name.length / 1000,
  };
  return {
    ...{ id: `CHG${1_000_000 + index}`, cost: { currency: 'EUR', energyAmount: energy, otherAmount: 1 } },
    ...leanRecord(record),
    location: { name, ...address },
  };
}

const places = 200;
const kinds = ['AC', 'DC', 'HPC'];
const firstCharge = Date.UTC(2020, 0, 1);
/** Milliseconds between two charges: a million of them last for some years, and none overlaps another. */
const rhythm = 180_000;

/** Numbers from 0 to 1 in an order that looks random and is always the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Text of the place with this number; `Aachen` is the first of all in order, `Zwolle` the last. */
function placeName(number: number): string {
  const town = number === 0 ? 'Aachen' : number === places - 1 ? 'Zwolle' : `Berlin ${number}`;
  return `${town}, Charging Street ${number + 1}`;
}

/** Two records of each body are found again by every order: the least and the most energy, the first and the last place. */
export const landmarks = { leastEnergy: 0.01, mostEnergy: 499.99, firstPlace: 'Aachen', lastPlace: 'Zwolle' } as const;

function recordOf(index: number, random: () => number): ChargeRecord {
  const start = firstCharge + index * rhythm;
  const length = Math.floor(random() * 100_000) + 60_000;
  const from = Math.floor(random() * 70) / 100;
  const to = Math.min(1, from + Math.ceil(random() * 30) / 100);
  const chance = Math.round(random() * 9000 + 100) / 100;
  const energy = index === 41 ? landmarks.leastEnergy : index === 67 ? landmarks.mostEnergy : chance;
  const place = index === 23 ? 0 : index === 59 ? places - 1 : 1 + Math.floor(random() * (places - 2));
  return {
    chargeStart: new Date(start).toISOString(),
    chargeEnd: new Date(start + length).toISOString(),
    location: placeName(place),
    energy,
    isPublic: random() < 0.4,
    startPercentRemaining: from,
    endPercentRemaining: Math.round(to * 100) / 100,
    chargingType: kinds[Math.floor(random() * kinds.length)] ?? '',
  };
}

const inSignal = '"attributes":{"code":"charge-chargerecords","status":{"value":"SUCCESS"},"body":{"values":[';

function around(kind: BodyKind): readonly [string, string] {
  if (!isVersion3(kind)) return ['{"records":[', ']}'];
  const signal = `{"id":"charge-chargerecords","type":"signal",${inSignal}`;
  return kind.endsWith('in data') ? [`{"data":${signal}`, ']}}}}'] : [signal, ']}}}'];
}

/** A body of charge records, in chunks: of the endpoint, or of the signal. The same count gives the same bytes. */
export function* recordBody(count: number, kind: BodyKind = 'usual'): Generator<Buffer, void> {
  const random = numbers(count);
  const comma = kind === 'pretty' ? ', \n' : ',';
  const [before, after] = around(kind);
  let text = before;
  for (let index = 0; index < count; index += 1) {
    if (index > 0) text += comma;
    text += writers[kind](recordOf(index, random), index);
    if (text.length >= 0x10000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(`${text}${after}`);
}

/** How many records of a usual body have a place that begins with this text. */
export function countPlaces(count: number, text: string): number {
  let found = 0;
  for (const chunk of recordBody(count)) found += chunk.toString().split(`"location":"${text}`).length - 1;
  return found;
}
