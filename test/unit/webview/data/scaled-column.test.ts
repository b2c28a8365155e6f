import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ScaledColumn, energies, levels, times } from '../../../../src/webview/data/scaled-column.ts';
import { type Floats, wholesBetween } from '../../../../src/webview/data/scaled.ts';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';

const limit = 0xffff_fffe;

/** Whole numbers of a grain, with those at both ends among them. */
const wholes = (per: number, most: number) =>
  fc.oneof(fc.integer({ min: 0, max: most }), fc.constantFrom(0, 1, most)).map((whole) => whole / per);
/** Energies as a service writes them: a text of few digits, read. */
const decimals = fc
  .tuple(fc.integer({ min: 0, max: 16_776 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, thousandths]) => Number(`${whole}.${String(thousandths).padStart(3, '0')}`));
const energy = fc.oneof(decimals, wholes(2048, 16_777 * 2048), wholes(256_000, limit));
const level = fc.oneof(wholes(100, 100), wholes(10_000, 0xfffe)).map(Math.fround);
const second = fc.oneof(fc.integer({ min: 0, max: limit }), fc.constantFrom(0, limit)).map((whole) => whole * 1000);
const gap = fc.constant(NaN);
const odd = fc.oneof(fc.double(), fc.constantFrom(-0, -0.5, Infinity, -Infinity, 1e-9, 16_777.216, 6.5535, 1e300));

const doubles = (part: readonly number[]) => Float64Array.from(part);
const singles = (part: readonly number[]) => Float32Array.from(part);

function batches(...values: readonly fc.Arbitrary<number>[]): fc.Arbitrary<number[][]> {
  return fc.array(fc.array(fc.oneof(...values), { maxLength: 12 }), { maxLength: 6 });
}

function filled(column: ScaledColumn, parts: readonly Floats[]): ScaledColumn {
  for (const part of parts) column.append(part);
  return column;
}

function numbersIn(column: ScaledColumn, rows: number): number[] {
  return Array.from({ length: rows }, (_, row) => column.at(row));
}

/** Those that numbers are held in. */
function valuesOf({ held }: ScaledColumn) {
  return 'per' in held ? held.wholes : held;
}

const bytes = (column: ScaledColumn) => valuesOf(column).BYTES_PER_ELEMENT;

describe('A column of scaled numbers', () => {
  for (const [name, create, number] of [
    ['thousandths and multiples of 1/2048 as they went in, at four bytes an energy', energies, energy],
    ['whole seconds from 1970 to 2106 as they went in, at four bytes a time', times, second],
  ] as const) {
    it(`gives back ${name}`, () => {
      fc.assert(
        fc.property(batches(number, gap), (parts) => {
          const column = filled(create(), parts.map(doubles));
          assert.deepEqual(numbersIn(column, parts.flat().length), parts.flat());
          assert.equal(bytes(column), 4);
        }),
      );
    });
  }

  it('gives back ten-thousandths of a level, without the digits that no one sent, at two bytes each', () => {
    fc.assert(
      fc.property(batches(level, gap), (parts) => {
        const column = filled(levels(), parts.map(singles));
        assert.deepEqual(numbersIn(column, parts.flat().length).map(Math.fround), parts.flat());
        assert.equal(bytes(column), 2);
      }),
    );
    assert.equal(filled(levels(), [Float32Array.of(0.35)]).at(0), 0.35);
  });

  it('holds times in eight bytes from the first one on that is no whole second, or before 1970 or after 2106', () => {
    for (const time of [Date.UTC(2023, 2, 8) + 1, -1000, (limit + 1) * 1000]) {
      const column = filled(times(), [Float64Array.of(1_678_280_084_000, NaN), Float64Array.of(time)]);
      assert.deepEqual(numbersIn(column, 3), [1_678_280_084_000, NaN, time]);
      assert.equal(bytes(column), 8);
    }
  });

  it('gives back any other numbers too, whatever came before and comes after', () => {
    fc.assert(
      fc.property(batches(energy, gap, odd), (parts) => {
        const column = filled(energies(), parts.map(doubles));
        assert.deepEqual(numbersIn(column, parts.flat().length), parts.flat());
      }),
    );
    fc.assert(
      fc.property(batches(level, gap, odd.map(Math.fround)), (parts) => {
        const column = filled(levels(), parts.map(singles));
        assert.deepEqual(numbersIn(column, parts.flat().length).map(Math.fround), parts.flat());
      }),
    );
  });

  for (const [name, number] of [
    ['no multiple of the grain', 1 / 3],
    ['negative', -1],
    ['a negative zero', -0],
    ['infinite', Infinity],
    ['too large', 0xffff_ffff],
    ['what stands for an unknown one', 0xffff_ffff / 256_000],
  ] as const) {
    it(`holds all numbers as they are from the first one on that is ${name}`, () => {
      const column = filled(energies(), [Float64Array.of(1.5, NaN, 0)]);
      assert.equal(bytes(column), 4);
      column.append(Float64Array.of(2.25, number, NaN));
      column.append(Float64Array.of(3.5));
      assert.deepEqual(numbersIn(column, 7), [1.5, NaN, 0, 2.25, number, NaN, 3.5]);
      assert.ok(column.held instanceof Float64Array);
    });
  }

  it('holds levels in four bytes from the first one on that is too large or too fine', () => {
    for (const number of [6.5535, 0.123_456, -0.01].map(Math.fround)) {
      const column = filled(levels(), [Float32Array.of(0.35, NaN), Float32Array.of(number)]);
      assert.deepEqual(numbersIn(column, 3), [Math.fround(0.35), NaN, number]);
      assert.ok(column.held instanceof Float32Array);
    }
  });

  it('grows, and gives back all room it has taken ahead, as whole numbers and as others', () => {
    const column = energies();
    const wanted: number[] = [];
    const add = (of: (row: number) => number) => {
      for (let batch = 0; batch < 40; batch += 1) {
        const source = Float64Array.from({ length: 2000 }, (_, index) => of(wanted.length + index));
        column.append(source);
        wanted.push(...source);
      }
      assert.deepEqual(numbersIn(column, wanted.length), wanted);
      runToEnd(column.trim());
      assert.deepEqual(numbersIn(column, wanted.length), wanted);
      assert.equal(valuesOf(column).length, wanted.length);
    };
    add((row) => (row * 7) / 1000);
    assert.equal(bytes(column), 4);
    add((row) => row / 7);
    assert.equal(bytes(column), 8);
  });

  it('tells which whole numbers a range takes in, as a comparison of the numbers does', () => {
    const ends = fc.oneof(
      energy,
      level,
      second,
      odd.filter((end) => !Number.isNaN(end)),
    );
    const columns = fc.constantFrom(energies, levels, times);
    fc.assert(
      fc.property(columns, ends, ends, fc.integer({ min: -2, max: 2 }), (create, least, most, beside) => {
        const { held } = create();
        assert.ok('per' in held);
        const [first, last] = wholesBetween(held, least, most);
        for (const end of [least, most].filter(Number.isFinite)) {
          const whole: number = Math.round(end * held.per) + beside;
          if (whole < 0 || whole >= held.unknown) continue;
          const number: number = whole / held.per;
          assert.equal(whole >= first && whole <= last, number >= least && number <= most, `${number}`);
        }
        assert.ok(last < held.unknown);
      }),
    );
  });

  it('gives parts of its rows as it gives each of them, whatever they hold', () => {
    fc.assert(
      fc.property(batches(energy, gap, odd), fc.nat(), fc.nat(), (parts, one, other) => {
        const rows = parts.flat().length;
        const column = filled(energies(), parts.map(doubles));
        const [from = 0, end = 0] = [one % (rows + 1), other % (rows + 1)].sort((a, b) => a - b);
        assert.deepEqual([...column.part(from, end).subarray(0, end - from)], numbersIn(column, rows).slice(from, end));
      }),
    );
  });
});
