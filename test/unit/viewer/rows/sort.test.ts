import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { fields } from '../../../../src/service/records/columns.ts';
import { writtenNumbers } from '../../../../src/viewer/data/derived.ts';
import { sortedRows } from '../../../../src/viewer/rows/sort.ts';
import { derivedFields } from '../../../../src/viewer/data/view-columns.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOf, storeOfValues } from '../stores.ts';

/** Array.sort as the judge: stable, unknown values last. */
function expectedRows(
  values: readonly unknown[],
  compare: (a: never, b: never) => number,
  descending: boolean,
): number[] {
  return values
    .map((value, row) => ({ value: value as never, row }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return descending ? compare(b.value, a.value) : compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

const { compare } = new Intl.Collator('en', { numeric: true });
const numbers = (a: number, b: number) => a - b;
const texts = (a: string, b: string) => compare(a, b);
const times = (a: string, b: string) => Date.parse(a) - Date.parse(b);
const timestamp = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const fraction = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

/** Near to each other or far apart, with few digits or with all: each has its own way to be sorted. */
const energy = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, -1),
  fc.integer({ min: -500, max: 50_000 }).map((hundredths) => hundredths / 100),
  fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((thousandths) => thousandths / 1000),
);
/** Lists of one kind of number each, too: a negative one among them changes how all of them are held. */
const energies = [1, 10, 100, 1000, 2048].flatMap((parts) =>
  [-3000, 0].map((min) => fc.integer({ min, max: 100_000 }).map((whole) => whole / parts)),
);
const second = fc
  .integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2100, 0) / 1000 - 1 })
  .map((seconds) => new Date(seconds * 1000).toISOString());
/** Ends near to the start of the record are held by way of it. */
const nearEnd = fc.nat(1e9).map((span) => new Date(Date.parse(record().chargeStart as string) + span).toISOString());
const road = fc.nat(2503).map((number) => `Road ${number}`);

/** A field, values of it that are held in one way, and how they compare. */
const kinds: readonly (readonly [
  string,
  (typeof fields)[number],
  fc.Arbitrary<unknown>,
  (a: never, b: never) => number,
])[] = [
  ['moments', 'chargeStart', timestamp, times],
  ['whole seconds', 'chargeStart', second, times],
  ['moments', 'chargeEnd', timestamp, times],
  ['moments after the start', 'chargeEnd', nearEnd, times],
  ['texts', 'location', fc.oneof(fc.string(), fc.constantFrom('Road 2', 'Road 10', 'road 2', 'é', 'e')), texts],
  ['many texts', 'location', road, texts],
  ['numbers', 'energy', energy, numbers],
  ...energies.map((value, index) => [`numbers of few digits, ${index}`, 'energy', value, numbers] as const),
  ['zeros', 'energy', fc.constant(0), numbers],
  ['yes and no', 'isPublic', fc.boolean(), (a: boolean, b: boolean) => Number(a) - Number(b)],
  ['levels', 'startPercentRemaining', fraction, numbers],
  ['levels', 'endPercentRemaining', fraction, numbers],
  ['texts', 'chargingType', fc.constantFrom('AC', 'DC', ''), texts],
];

describe('sortedRows', () => {
  for (const [kind, field, value, compareValues] of kinds) {
    it(`orders ${field} of ${kind} as Array.sort does, either way, also where they come in order`, () => {
      const list = fc.array(fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)), {
        ...(kind === 'many texts' ? { minLength: 3000, maxLength: 3000 } : { maxLength: 60 }),
      });
      const order = fc.constantFrom('as they come', 'in order');
      fc.assert(
        fc.property(list, order, fc.boolean(), (given, how, descending) => {
          const known = given.filter((each) => each !== null) as never[];
          const each = how === 'in order' ? known.sort(compareValues) : given;
          const store = storeOfValues(each.map((one) => record({ [field]: one })));
          const rows = sortedRows(store, [{ column: field, descending }], 'en');
          assert.deepEqual([...rows], expectedRows(each, compareValues, descending));
        }),
        { numRuns: kind === 'many texts' ? 2 : 100 },
      );
    });
  }

  for (const field of derivedFields) {
    it(`orders by ${field} as Array.sort does, either way`, () => {
      const charge = fc.record({
        energy: fc.oneof(
          { weight: 5, arbitrary: fc.nat(9000).map((hundredths) => hundredths / 100) },
          fc.constant(null),
        ),
        startPercentRemaining: fraction,
        endPercentRemaining: fraction,
        chargeEnd: fc.nat(1e8).map((span) => new Date(Date.parse('2026-05-01T09:00:00Z') + span).toISOString()),
      });
      fc.assert(
        fc.property(fc.array(charge, { maxLength: 60 }), fc.boolean(), (list, descending) => {
          const store = storeOf(...list.map((each) => ({ chargeStart: '2026-05-01T10:00:00Z', ...each })));
          const derived = list.map((_, row) => writtenNumbers(store, field).at(row));
          const known = derived.map((value) => (Number.isNaN(value) ? null : value));
          const rows = sortedRows(store, [{ column: field, descending }], 'en');
          assert.deepEqual([...rows], expectedRows(known, numbers, descending));
        }),
      );
    });
  }

  it('orders by durations as they are written, so that those that look equal are', () => {
    const charge = (start: string, end: string, energy: number) => ({
      chargeStart: `2026-05-01T00:${start}Z`,
      chargeEnd: `2026-05-01T00:${end}Z`,
      energy,
    });
    // 26, 25 and 25 minutes.
    const store = storeOf(charge('00:59', '26:00', 3), charge('00:00', '25:59', 2), charge('00:30', '25:00', 1));
    const byDuration = (descending: boolean) => ({ column: 'duration', descending }) as const;
    assert.deepEqual([...sortedRows(store, [byDuration(false)], 'en')], [1, 2, 0]);
    assert.deepEqual([...sortedRows(store, [byDuration(true)], 'en')], [0, 1, 2]);
    const thenEnergy = { column: 'energy', descending: false } as const;
    assert.deepEqual([...sortedRows(store, [byDuration(false), thenEnergy], 'en')], [2, 1, 0]);
  });
});
