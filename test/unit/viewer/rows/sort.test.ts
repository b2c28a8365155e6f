import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fields } from '../../../../src/service/records/columns.ts';
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
const energies = fc.constantFrom(
  ...[1, 10, 100, 1000, 2048].flatMap((parts) =>
    [-3000, 0].map((min) => fc.integer({ min, max: 100_000 }).map((whole) => whole / parts)),
  ),
);

const values: Record<(typeof fields)[number], [fc.Arbitrary<unknown>, (a: never, b: never) => number]> = {
  chargeStart: [timestamp, times],
  chargeEnd: [timestamp, times],
  location: [fc.oneof(fc.string(), fc.constantFrom('Road 2', 'Road 10', 'road 2', 'é', 'e')), texts],
  energy: [energy, numbers],
  isPublic: [fc.boolean(), (a: boolean, b: boolean) => Number(a) - Number(b)],
  startPercentRemaining: [fraction, numbers],
  endPercentRemaining: [fraction, numbers],
  chargingType: [fc.constantFrom('AC', 'DC', ''), texts],
};

describe('sortedRows', () => {
  for (const field of fields) {
    it(`orders by ${field} as Array.sort does, either way`, () => {
      const [value, compareValues] = values[field];
      fc.assert(
        fc.property(
          fc.array(fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)), { maxLength: 60 }),
          fc.boolean(),
          (list, descending) => {
            const store = storeOfValues(list.map((each) => record({ [field]: each })));
            const rows = sortedRows(store, [{ column: field, descending }], 'en');
            assert.deepEqual([...rows], expectedRows(list, compareValues, descending));
          },
        ),
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

  it('orders by numbers of few digits as Array.sort does, either way', () => {
    const lists = energies.chain((value) =>
      fc.array(fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)), { maxLength: 60 }),
    );
    fc.assert(
      fc.property(lists, fc.boolean(), (list, descending) => {
        const store = storeOfValues(list.map((each) => record({ energy: each })));
        const rows = sortedRows(store, [{ column: 'energy', descending }], 'en');
        assert.deepEqual([...rows], expectedRows(list, numbers, descending));
      }),
    );
  });

  it('orders by times that are whole seconds as Array.sort does, either way', () => {
    const second = fc
      .integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2100, 0) / 1000 - 1 })
      .map((seconds) => new Date(seconds * 1000).toISOString());
    const lists = fc.array(fc.oneof({ weight: 5, arbitrary: second }, fc.constant(null)), { maxLength: 60 });
    fc.assert(
      fc.property(lists, fc.boolean(), (list, descending) => {
        const store = storeOfValues(list.map((each) => record({ chargeStart: each })));
        const rows = sortedRows(store, [{ column: 'chargeStart', descending }], 'en');
        assert.deepEqual([...rows], expectedRows(list, times, descending));
      }),
    );
  });

  it('orders by ends that are held by way of their starts as Array.sort does, either way', () => {
    const start = record().chargeStart as string;
    const near = fc.nat(1e9).map((span) => new Date(Date.parse(start) + span).toISOString());
    const lists = fc.array(fc.oneof({ weight: 5, arbitrary: near }, fc.constant(null)), { maxLength: 60 });
    fc.assert(
      fc.property(lists, fc.boolean(), (list, descending) => {
        const store = storeOfValues(list.map((each) => record({ chargeEnd: each })));
        const rows = sortedRows(store, [{ column: 'chargeEnd', descending }], 'en');
        assert.deepEqual([...rows], expectedRows(list, times, descending));
      }),
    );
  });

  it('puts unknown numbers behind zeros, where there are no others', () => {
    const store = storeOfValues([null, 0, null, 0].map((energy) => record({ energy })));
    for (const descending of [false, true]) {
      const rows = sortedRows(store, [{ column: 'energy', descending }], 'en');
      assert.deepEqual([...rows], [1, 3, 0, 2]);
    }
  });

  it('orders many texts as Array.sort does', () => {
    const list = Array.from({ length: 3000 }, (_, index) => `Road ${(index * 7919) % 2503}`);
    const store = storeOfValues(list.map((location) => record({ location })));
    for (const descending of [false, true]) {
      const rows = sortedRows(store, [{ column: 'location', descending }], 'en');
      assert.deepEqual([...rows], expectedRows(list, texts, descending));
    }
  });
});
