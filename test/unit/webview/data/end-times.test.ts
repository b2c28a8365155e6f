import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EndTimes } from '../../../../src/webview/data/end-times.ts';
import { times } from '../../../../src/webview/data/scaled-column.ts';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';

type Pair = readonly [start: number, end: number];

/** Ends after batches of starts and ends. */
function filled(batches: readonly (readonly Pair[])[]): EndTimes {
  const starts = times();
  const ends = new EndTimes(starts);
  for (const pairs of batches) {
    starts.append(Float64Array.from(pairs, ([start]) => start));
    ends.append(Float64Array.from(pairs, ([, end]) => end));
  }
  return ends;
}

function numbersIn(ends: EndTimes, rows: number): number[] {
  return Array.from({ length: rows }, (_, row) => ends.at(row));
}

const noon = Date.UTC(2026, 10, 23, 12);
const whole: Pair = [noon, noon + 3_600_000];
const fine: Pair = [noon, noon + 3_600_123];

const millisecond = fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2110, 0) });
const pairOf = (start: number, span: number): Pair => [start, start + span];
const near = fc.tuple(millisecond, fc.integer({ min: -1e9, max: 2e9 })).map(([start, span]) => pairOf(start, span));
const seconds = fc.tuple(fc.nat(), fc.nat(100_000)).map(([start, span]) => pairOf(start * 1000, span * 1000));
const unknownEnd = millisecond.map((start) => pairOf(start, NaN));
const odd = fc.tuple(fc.oneof(millisecond, fc.constant(NaN)), fc.oneof(fc.double(), millisecond, fc.constant(-0)));
const batches = (...pairs: readonly fc.Arbitrary<Pair>[]) =>
  fc.array(fc.array(fc.oneof(...pairs), { maxLength: 12 }), { maxLength: 6 });

describe('Times near others', () => {
  it('come back as they went in, by row and in parts, however the ones before and after them are', () => {
    const any = batches(near, seconds, unknownEnd, odd);
    fc.assert(
      fc.property(any, fc.nat(), fc.nat(), (pairs, one, other) => {
        const wanted = pairs.flat().map(([, end]) => end);
        const ends = filled(pairs);
        assert.deepEqual(numbersIn(ends, wanted.length), wanted);
        const [from = 0, end = 0] = [one, other].map((at) => at % (wanted.length + 1)).sort((a, b) => a - b);
        assert.deepEqual([...ends.part(from, end).subarray(0, end - from)], wanted.slice(from, end));
        runToEnd(ends.trim());
        assert.deepEqual(numbersIn(ends, wanted.length), wanted);
      }),
    );
  });

  it('are held by way of the others from the first one on that is no whole second', () => {
    assert(filled([[whole, [noon, NaN]], [whole]]).held, 'as whole seconds while all of them are');
    fc.assert(
      fc.property(batches(near, seconds, unknownEnd), (pairs) => {
        assert.equal(filled([[whole], [fine, [NaN, NaN]], ...pairs]).held, undefined);
      }),
    );
  });

  for (const [name, pair] of [
    ['is known where the other one is not', [NaN, noon]],
    ['lies more than 24 days behind the other one', [noon, noon + 2 ** 31]],
    ['lies more than 24 days in front of the other one', [noon, noon - 2 ** 31]],
    ['has a fraction of a millisecond', [noon, noon + 0.5]],
  ] as const) {
    it(`are held as they are from the first one on that ${name}`, () => {
      for (const given of [[[pair]], [[whole], [pair]], [[whole], [fine], [pair], [fine]]]) {
        const ends = filled([...given, [fine]]);
        const wanted = [...given.flat(), fine].map(([, end]) => end);
        assert(ends.held instanceof Float64Array);
        assert.deepEqual(numbersIn(ends, wanted.length), wanted);
      }
    });
  }

  it('come back, too, where there are more of them than are looked at in one go', () => {
    const many = (count: number, end: (row: number) => number) =>
      Array.from({ length: count }, (_, row): Pair => [noon + row * 60_000, noon + row * 60_000 + end(row)]);
    const pairs = [many(9000, (row) => row * 1000), many(9000, (row) => row), [[NaN, noon] as const, fine]];
    const wanted = pairs.flat().map(([, end]) => end);
    for (const given of [pairs.slice(0, 2), pairs]) {
      const rows = given.flat().length;
      assert.deepEqual(numbersIn(filled(given), rows), wanted.slice(0, rows));
    }
  });
});
