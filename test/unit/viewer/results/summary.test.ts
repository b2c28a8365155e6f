import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Group, summarize, publicShare, topGroups } from '../../../../src/viewer/results/summary.ts';
import { quantiles } from '../../../../src/viewer/results/quantiles.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOfValues } from '../stores.ts';

const charge = (energy: number, from: number, to: number, changes: Record<string, unknown> = {}) =>
  record({ energy, startPercentRemaining: from, endPercentRemaining: to, ...changes });

const summary = (values: readonly unknown[], mask?: Uint8Array) => summarize(storeOfValues(values), mask);

describe('summarize', () => {
  it('sums by location and by kind, the unknown ones under no text', () => {
    const { locations, kinds } = summary([
      record({ location: 'Home', energy: 10, isPublic: false }),
      record({ location: 'Work', energy: 5, chargingType: 'AC', isPublic: true }),
      record({ location: 'Home', energy: 1, chargeEnd: '2026-11-01T19:00:00Z', isPublic: true }),
      record({ location: null, energy: 2, isPublic: 'sometimes' }),
    ]);
    const hours = (count: number) => count * 3_600_000;
    assert.deepEqual(
      new Set(locations),
      new Set<Group>([
        { text: 'Home', charges: 2, energy: 11, time: hours(3.5), publicCharges: 1, publicKnown: 2 },
        { text: 'Work', charges: 1, energy: 5, time: hours(2.5), publicCharges: 1, publicKnown: 1 },
        { text: undefined, charges: 1, energy: 2, time: hours(2.5), publicCharges: 0, publicKnown: 0 },
      ]),
    );
    assert.deepEqual(
      kinds.map((group) => [group.text, group.charges, publicShare(group)]),
      [
        ['DC', 3, 0.5],
        ['AC', 1, 1],
      ],
    );
    assert.deepEqual(
      locations.filter(({ text }) => text === undefined).map(publicShare),
      [undefined],
      'of none it is known',
    );
  });

  it('answers for the rows of the mask only', () => {
    const values = [charge(10, 0, 0.5), charge(99, 0, 0.5, { location: 'Else' }), charge(20, 0, 0.5)];
    const { totals, locations, capacity } = summary(values, Uint8Array.of(1, 0, 1));
    assert.equal(totals.charges, 2);
    assert.equal(totals.energy.value, 30);
    assert.deepEqual(
      locations.map(({ text }) => text),
      ['Cockfosters Road, Barnet'],
    );
    assert.deepEqual(capacity, { median: 30, quartiles: [25, 35], used: 2 });
  });

  it('implies the capacity from charges that gained enough, whatever others say', () => {
    const { capacity } = summary([
      charge(30, 0.25, 0.75),
      charge(8, 0.5, 0.6),
      charge(1000, 0.5, 0.54),
      charge(30, 0.75, 0.25),
      charge(-30, 0.25, 0.75),
      charge(30, 0.25, 25),
      record({ energy: null }),
    ]);
    assert.equal(capacity?.used, 2);
    assert.ok(Math.abs(capacity.median - 70) < 1e-4);
    assert.equal(summary([charge(30, 0.5, 0.5)]).capacity, undefined);
  });
});

describe('quantiles', () => {
  it('are those of the sorted values, for any values', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const sorted = list.toSorted((a, b) => a - b);
        const at = (fraction: number) => {
          const place = fraction * (sorted.length - 1);
          const lower = sorted[Math.floor(place)] ?? NaN;
          return lower + (place % 1) * ((sorted[Math.ceil(place)] ?? NaN) - lower);
        };
        const found = quantiles(list, [0, 0.25, 0.5, 0.75, 1]);
        [0, 0.25, 0.5, 0.75, 1].forEach((fraction, index) => {
          assert.ok(Math.abs((found[index] ?? NaN) - at(fraction)) < 1e-6, `${fraction} of ${list.join()}`);
        });
      }),
    );
  });
});

describe('topGroups', () => {
  const group = (text: string | undefined, charges: number, energy: number) => ({
    text,
    charges,
    energy,
    time: energy,
    publicCharges: energy % 2,
    publicKnown: charges,
  });
  const groups = [group('b', 1, 9), group('a', 5, 1), group(undefined, 2, 4), group('c', 1, 2), group('d', 1, 3)];

  it('are the largest, and the rest as one', () => {
    const { top, others } = topGroups(groups, 'energy', 2, 'en');
    assert.deepEqual(
      top.map(({ text }) => text),
      ['b', undefined],
    );
    assert.deepEqual(others, {
      text: undefined,
      groups: 3,
      charges: 7,
      energy: 6,
      time: 6,
      publicCharges: 2,
      publicKnown: 7,
    });
  });

  it('are those with the largest share of public charges, those of which none is known last', () => {
    const known = [
      group('half', 2, 1),
      group('none', 3, 2),
      group('all', 1, 1),
      { ...group('?', 4, 1), publicKnown: 0 },
    ];
    assert.deepEqual(
      topGroups(known, 'share', 9, 'en').top.map(({ text }) => text),
      ['all', 'half', 'none', '?'],
    );
  });

  it('call no single group "others", and break ties by text with the unknown last', () => {
    const { top, others } = topGroups(groups, 'charges', 4, 'en');
    assert.deepEqual(
      top.map(({ text }) => text),
      ['a', undefined, 'b', 'c', 'd'],
    );
    assert.equal(others, undefined);
    assert.deepEqual(
      topGroups(groups, 'text', 9, 'en').top.map(({ text }) => text),
      ['a', 'b', 'c', 'd', undefined],
    );
  });
});
