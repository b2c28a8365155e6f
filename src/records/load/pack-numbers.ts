import type { PackedNumbers } from './packed-batch.ts';

/** Fractions to try, the coarsest first because it needs the fewest bits: values are whole numbers ÷ `per`. */
const decimals = [1, 10, 100, 1000, 10_000];
/** Milliseconds to try likewise: minutes, seconds, milliseconds. */
export const timeSteps = [60_000, 1000, 1] as const;

const largestNumber = 2 ** 32 - 1;

/** Room for the numbers of one column at a time: new room for each would soon be megabytes to collect. */
class Room {
  #numbers = new Float64Array(0);

  take(length: number): Float64Array {
    if (length > this.#numbers.length) this.#numbers = new Float64Array(length);
    return this.#numbers.subarray(0, length);
  }
}

const doublesRoom = new Room();
const wholesRoom = new Room();

interface Wholes {
  /** Whole numbers, NaN where the value is. */
  readonly wholes: Float64Array;
  readonly gaps: boolean;
  readonly least: number;
  /** From the least to the largest; −1 if there is none. */
  readonly span: number;
}

// Each kind of column has a loop of its own: one that sees every kind takes several times as long.

function asDoubles(values: Float64Array | Float32Array | Uint32Array): Float64Array {
  if (values instanceof Float64Array) return values;
  const doubles = doublesRoom.take(values.length);
  doubles.set(values);
  return doubles;
}

/** Numbers that are whole, as codes and counts are. */
export function packWholes(values: Uint8Array | Uint16Array | Uint32Array): PackedNumbers {
  let least = largestNumber;
  let most = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) least = most;
  const wholes = most > least ? wholesRoom.take(values.length) : undefined;
  wholes?.set(values);
  return packed({ wholes: wholes ?? new Float64Array(0), gaps: false, least, span: most - least });
}

/** Numbers with few decimals. */
export function packDecimals(values: Float64Array | Float32Array): PackedNumbers {
  const doubles = asDoubles(values);
  const single = values instanceof Float32Array;
  for (const per of decimals) {
    const found = fractions(doubles, per, single);
    if (found) return packed(found, { per });
  }
  return { values: values.slice().buffer };
}

/**
 * Numbers that are each a whole number of steps from another one.
 *
 * @param tried steps to try, the coarsest first
 * @param references the last finite value of the column itself, or of another one up to the same row
 */
export function packSteps(
  values: Float64Array | Uint32Array,
  tried: readonly number[],
  references: 'earlier' | Float64Array,
): PackedNumbers {
  const own = references === 'earlier';
  const doubles = asDoubles(values);
  const near = own ? doubles : references;
  const first = near.find(Number.isFinite) ?? 0;
  for (const times of tried) {
    const found = steps(doubles, times, { near, rowsBefore: own ? 1 : 0, first });
    if (found) return packed(found, { times, first });
  }
  return { values: values.slice().buffer };
}

/** Undefined if a value would not come back as it is: −0 among them. */
function fractions(values: Float64Array, per: number, single: boolean): Wholes | undefined {
  const wholes = wholesRoom.take(values.length);
  let gaps = false;
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? NaN;
    const whole = Math.round(value * per);
    wholes[row] = whole;
    if (Number.isNaN(value)) {
      gaps = true;
      continue;
    }
    const back = single ? Math.fround(whole / per) : whole / per;
    if (back !== value || Object.is(whole, -0)) return undefined;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  return wholesOf({ wholes, gaps, least, most });
}

/** Undefined if a value would not come back as it is. */
function steps(
  values: Float64Array,
  times: number,
  { near, rowsBefore, first }: { near: Float64Array; rowsBefore: number; first: number },
): Wholes | undefined {
  const wholes = wholesRoom.take(values.length);
  let reference = first;
  let gaps = false;
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0; row < values.length; row += 1) {
    const found = row < rowsBefore ? NaN : (near[row - rowsBefore] ?? NaN);
    if (Number.isFinite(found)) reference = found;
    const value = values[row] ?? NaN;
    const whole = Math.round((value - reference) / times);
    wholes[row] = whole;
    if (Number.isNaN(value)) {
      gaps = true;
      continue;
    }
    if (!Object.is(reference + whole * times, value)) return undefined;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  return wholesOf({ wholes, gaps, least, most });
}

/** Undefined if they span more than 32 bits hold. */
function wholesOf({ least, most, ...found }: Omit<Wholes, 'span'> & { most: number }): Wholes | undefined {
  if (least > most) return { ...found, least: 0, span: -1 };
  const span = most - least;
  return span <= largestNumber - Number(found.gaps) ? { ...found, least, span } : undefined;
}

function packed(found: Wholes, { times = 1, per = 1, first = 0 } = {}): PackedNumbers {
  const { wholes, gaps, least, span } = found;
  const largest = gaps ? span + 1 : span;
  const bits = largest > 0 ? 32 - Math.clz32(largest) : 0;
  return { bits, numbers: packBits(wholes, least, bits), least, times, per, first, gaps };
}

function packBits(wholes: Float64Array, least: number, bits: number): ArrayBuffer {
  if (bits === 0) return new ArrayBuffer();
  const words = new Uint32Array(Math.ceil((wholes.length * bits) / 32));
  const gap = 2 ** bits - 1;
  let word = 0;
  let filled = 0;
  let at = 0;
  for (const whole of wholes) {
    const number = Number.isNaN(whole) ? gap : whole - least;
    word |= number << filled;
    filled += bits;
    if (filled < 32) continue;
    words[at] = word;
    at += 1;
    filled -= 32;
    word = filled > 0 ? number >>> (bits - filled) : 0;
  }
  if (filled > 0) words[at] = word;
  return words.buffer;
}
