import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AnomalyKind, type Anomalies, findAnomalies } from '../../../../src/viewer/results/anomalies.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOfValues } from '../stores.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 9, 1, 12);

/** A charge from and to hours after a noon. */
function charge(from: number, to: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const at = (hours: number) => new Date(noon + hours * hour).toISOString();
  return record({ chargeStart: at(from), chargeEnd: at(to), ...changes });
}

const find = (values: readonly unknown[], nominal?: number) => findAnomalies(storeOfValues(values), [nominal]);

function rowsOf(anomalies: Anomalies, kind: AnomalyKind): number[] {
  return [...anomalies.bits.keys()].filter((row) => anomalies.kindsOf(row).includes(kind));
}

/** One charge a day, so that the usual pause is 22 hours. */
const daily = (count: number) => Array.from({ length: count }, (_, day) => charge(day * 24, day * 24 + 2));

describe('findAnomalies', () => {
  it('finds a charge that begins before an earlier one has ended, in whatever order they come', () => {
    const values = [charge(30, 31), charge(0, 10), charge(9, 12), charge(11.5, 11.75), charge(12, 13)];
    assert.deepEqual(rowsOf(find(values), 'overlap'), [2, 3]);
    assert.deepEqual(rowsOf(find(values.toReversed()), 'overlap'), [1, 2]);
  });

  it('finds a pause far above the usual ones, at the charge that ends it', () => {
    const values = [...daily(20), charge(20 * 24 + 200, 20 * 24 + 202)];
    const anomalies = find(values);
    assert.deepEqual(rowsOf(anomalies, 'gap'), [20]);
    assert.equal(anomalies.gapLimit, 72 * hour);
    assert.deepEqual(rowsOf(find(values.toReversed()), 'gap'), [0]);
  });

  it('calls no pause a gap while there are too few to know what is usual', () => {
    const anomalies = find([...daily(6), charge(2000, 2002)]);
    assert.equal(anomalies.counts.gap, 0);
    assert.equal(anomalies.gapLimit, Infinity);
  });

  it('takes an endless charge for a mistake, not for an overlap with all that follows', () => {
    const values = daily(10);
    values[3] = charge(72, 24 * 365);
    const anomalies = find(values);
    assert.deepEqual(rowsOf(anomalies, 'tooLong'), [3]);
    assert.equal(anomalies.counts.overlap, 0);
  });

  it('finds values that cannot be, each in its record, but none that breaks the contract: that is an issue already', () => {
    const values = [
      charge(0, 2, { energy: 90 }),
      charge(24, 26, { energy: 90.1 }),
      charge(48, 50, { energy: -1 }),
      charge(72, 74, { startPercentRemaining: 0.8, endPercentRemaining: 0.7 }),
      charge(96, 98, { startPercentRemaining: 20, endPercentRemaining: 0.7 }),
      charge(120, 119),
    ];
    const anomalies = find(values, 75);
    assert.deepEqual(
      [...values.keys()].map((row) => anomalies.kindsOf(row)),
      [[], ['overCapacity'], [], ['levelFalls'], [], []],
    );
    assert.equal(anomalies.records, 2);
    assert.deepEqual(anomalies.first(2), [1, 3]);
    const among = anomalies.among(Uint8Array.of(1, 1, 0, 0, 0, 0));
    assert.deepEqual([among.records, among.counts.overCapacity, among.counts.levelFalls], [1, 1, 0]);
    assert.equal(find(values).counts.overCapacity, 0, 'not judged without a nominal capacity');
  });

  it('counts a kind that a fifth of the records have, and marks none of them for it', () => {
    const falling = (count: number, of: number) =>
      find(
        [
          ...daily(of - count).with(0, charge(0, 2, { energy: 90 })),
          ...Array.from({ length: count }, (_, index) =>
            charge((of - count + index) * 24, (of - count + index) * 24 + 2, {
              startPercentRemaining: 0.8,
              endPercentRemaining: 0.7,
            }),
          ),
        ],
        60,
      );
    const [rare, common, few] = [falling(3, 20), falling(4, 20), falling(4, 19)];
    assert.deepEqual([rare.counts.levelFalls, [...rare.common]], [3, []]);
    assert.deepEqual([common.counts.levelFalls, [...common.common]], [0, [['levelFalls', 4]]]);
    assert.deepEqual([common.counts.overCapacity, common.records, common.first(5)], [1, 1, [0]]);
    const here = common.among(new Uint8Array(20).fill(1, 0, 1).fill(1, 18));
    assert.deepEqual([here.records, [...here.common]], [1, [['levelFalls', 2]]]);
    assert.deepEqual([...common.among(new Uint8Array(20).fill(1, 0, 9)).common], []);
    assert.deepEqual([few.counts.levelFalls, [...few.common]], [4, []], 'too few to tell');
  });

  it('judges nothing unknown', () => {
    const unknown = ['chargeStart', 'chargeEnd', 'energy', 'startPercentRemaining', 'endPercentRemaining'];
    const values = unknown.map((field) => record({ [field]: null, location: field }));
    assert.equal(find([...values, null], 75).counts.levelFalls, 0);
    assert.equal(find([null, record({ chargeStart: 'x', chargeEnd: 'y' })], 75).records, 0);
  });

  it('finds the overlaps that comparing each with each finds', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 8 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(spans, (list) => {
        // Different starts, so that the order of all is clear.
        const starts = [...new Map(list)];
        const overlapping = starts.filter(([start]) =>
          starts.some(([other, length]) => other < start && start < other + length),
        );
        const anomalies = find(starts.map(([start, length]) => charge(start, start + length)));
        assert.equal(anomalies.counts.overlap, overlapping.length);
      }),
    );
  });
});
