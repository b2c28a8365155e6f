/**
 * What the records of a body are like: as the contract says; one in a hundred wrong in every field; all of them wrong;
 * or each with a field that the contract doesn't know.
 */
export const bodyKinds = ['good', 'mixed', 'bad', 'odd'] as const;
export type BodyKind = (typeof bodyKinds)[number];

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

function goodRecord(index: number, random: () => number): object {
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
    chargingType: kinds[Math.floor(random() * kinds.length)],
  };
}

/** Wrong in all eight fields, each in its own way. */
function badRecord(index: number): object {
  return {
    chargeStart: `yesterday ${index}`,
    chargeEnd: index,
    location: null,
    energy: `${index}`,
    isPublic: 'perhaps',
    startPercentRemaining: [],
    endPercentRemaining: {},
  };
}

function recordOf(kind: BodyKind, index: number, random: () => number): object {
  if (kind === 'bad' || (kind === 'mixed' && index % 100 === 50)) return badRecord(index);
  const good = goodRecord(index, random);
  return kind === 'odd' ? { ...good, invoice: `No. ${index}` } : good;
}

/** A body of the charge records endpoint, in chunks. The same count gives the same bytes. */
export function* recordBody(count: number, kind: BodyKind = 'good'): Generator<Buffer, void> {
  const random = numbers(count);
  let text = '{"records":[';
  for (let index = 0; index < count; index += 1) {
    if (index > 0) text += ',';
    text += JSON.stringify(recordOf(kind, index, random));
    if (text.length >= 0x10000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(`${text}]}`);
}

/** How many records of a good body have a place that begins with this text. */
export function countPlaces(count: number, text: string): number {
  let found = 0;
  for (const chunk of recordBody(count)) found += chunk.toString().split(`"location":"${text}`).length - 1;
  return found;
}
