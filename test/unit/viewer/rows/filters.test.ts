import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromInput } from '../../../../src/viewer/table/filter-values.ts';
import { type FilterSet, type Range, passing } from '../../../../src/viewer/rows/filters.ts';
import { storeOf } from '../stores.ts';

const store = storeOf(
  { location: 'Hauptstraße 1', chargingType: 'AC', energy: 10, isPublic: true },
  { location: 'High Road', chargingType: 'DC', energy: 20, isPublic: false },
  { location: null, chargingType: 'DC', energy: null, isPublic: null },
  { location: 'Ring road', chargingType: null, energy: 40, isPublic: true },
);

function rows(filters: FilterSet): number[] {
  const mask = passing(store, filters);
  return [0, 1, 2, 3].filter((row) => mask === undefined || mask[row] === 1);
}

describe('passing', () => {
  it('needs no mask where nothing is filtered', () => {
    for (const filters of [{}, { text: '' }, { ranges: {} }, { marked: false }]) {
      assert.equal(passing(store, filters), undefined);
    }
  });

  for (const count of [255, 256, 257]) {
    it(`finds the last of ${count} texts in codes that have no room for more`, () => {
      const places = storeOf(...Array.from({ length: count }, (_, place) => ({ location: `No. ${place}.` })));
      places.trim();
      assert.equal(passing(places, { text: `No. ${count - 1}.` })?.indexOf(1), count - 1);
    });
  }

  it('finds a text in every language, whatever letters i it has', () => {
    const cities = storeOf({ location: 'MINI İstanbul' }, { location: 'Diyarbakır' });
    const found = (text: string) => [...(passing(cities, { text }) ?? [])];
    assert.deepEqual(['mini', 'İSTANBUL', 'istanbul', 'DIYARBAKIR'].map(found), [
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it('takes both ends of a range in, and no unknown value', () => {
    assert.deepEqual(rows({ ranges: { energy: { from: 10, to: 20 } } }), [0, 1]);
    assert.deepEqual(rows({ ranges: { energy: { from: 20 } } }), [1, 3]);
    assert.deepEqual(rows({ ranges: { energy: {} } }), [0, 1, 3]);
  });

  it('takes the same rows in, however the numbers are held', () => {
    const amounts = fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10);
    const lists = fc.array(fc.option(amounts), { maxLength: 20 });
    fc.assert(
      fc.property(lists, amounts, amounts, fc.constantFrom([], [-1], [1 / 3]), (list, from, to, odd) => {
        const all = [...list, ...odd];
        const mask = passing(storeOf(...all.map((energy) => ({ energy }))), { ranges: { energy: { from, to } } });
        const wanted = all.map((energy) => Number(energy !== null && energy >= from && energy <= to));
        assert.deepEqual([...(mask ?? [])], wanted);
      }),
    );
  });

  it('takes the same levels in, whatever other levels there are', () => {
    const percents = fc.integer({ min: 0, max: 100 });
    // Each has all levels held in another way: none, below 0, too large, with too many digits.
    const odd = fc.constantFrom([], [-1], [80], [0.123456]);
    fc.assert(
      fc.property(fc.array(percents, { maxLength: 20 }), percents, percents, odd, (list, from, to, others) => {
        const levels = [...list.map((percent) => percent / 100), ...others];
        const end = (percent: number) => fromInput('startPercentRemaining', String(percent), 'from', 'utc');
        const range = { from: end(from), to: end(to) };
        const found = storeOf(...levels.map((startPercentRemaining) => ({ startPercentRemaining })));
        const mask = passing(found, { ranges: { startPercentRemaining: range } });
        const wanted = levels.map((level) => Number(Math.round(level * 100) >= from && Math.round(level * 100) <= to));
        assert.deepEqual([...(mask ?? [])], wanted);
      }),
    );
  });

  it('takes in what cells write as an end of a range, but not for an end that has more digits than they', () => {
    const levels = storeOf(
      ...[0.344, 0.346, 0.35, 0.354, 0.356].map((startPercentRemaining) => ({ startPercentRemaining })),
    );
    const passed = (column: 'startPercentRemaining' | 'averagePower', range: Range, of = levels) => [
      ...(passing(of, { ranges: { [column]: range } }) ?? []),
    ];
    assert.deepEqual(passed('startPercentRemaining', { from: 0.35, to: 0.35 }), [0, 1, 1, 1, 0]);
    assert.deepEqual(passed('startPercentRemaining', { from: 0.35 }), [0, 1, 1, 1, 1]);
    assert.deepEqual(passed('startPercentRemaining', { to: 0.354 }), [1, 1, 1, 1, 0]);
    const hour = { chargeStart: '2026-05-01T10:00:00Z', chargeEnd: '2026-05-01T11:00:00Z' };
    const powers = storeOf(...[7.34, 7.36, 7.43, 7.46].map((energy) => ({ ...hour, energy })));
    assert.deepEqual(passed('averagePower', { from: 7.4, to: 7.4 }, powers), [0, 1, 1, 0]);
  });

  it('takes one of several values, and tells an unknown text from an empty one', () => {
    assert.deepEqual(rows({ locations: ['High Road', null] }), [1, 2]);
    assert.deepEqual(rows({ chargingTypes: ['AC'] }), [0]);
    const texts = storeOf({ location: '' }, { location: null });
    assert.deepEqual([...(passing(texts, { locations: [''] }) ?? [])], [1, 0]);
    assert.deepEqual([...(passing(texts, { locations: [null] }) ?? [])], [0, 1]);
    assert.deepEqual(rows({ isPublic: [1, 2] }), [0, 2, 3]);
    assert.deepEqual(rows({ locations: [] }), []);
  });

  it('wants all that is set at once', () => {
    const parts: readonly FilterSet[] = [
      { text: 'road' },
      { ranges: { energy: { to: 30 } } },
      { isPublic: [0, 1] },
      { marked: true },
      { chargingTypes: ['DC', null] },
    ];
    fc.assert(
      fc.property(fc.subarray([...parts]), (chosen) => {
        const all = chosen.reduce((sum, part) => ({ ...sum, ...part }), {});
        const each = [0, 1, 2, 3].filter((row) => chosen.every((part) => rows(part).includes(row)));
        assert.deepEqual(rows(all), each);
      }),
    );
  });
});
