import type { PackedNumbers } from './packed-batch.ts';

type Values = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** Values of this grain are whole numbers × `times` ÷ `per`. */
interface Grain {
  readonly times: number;
  readonly per: number;
}

/** Grains to try, the coarsest first: it needs the fewest bits. */
export const grains = {
  whole: [{ times: 1, per: 1 }],
  /** Of milliseconds: minutes, seconds, milliseconds. */
  times: [60_000, 1000, 1].map((times) => ({ times, per: 1 })),
  decimals: [1, 10, 100, 1000, 10_000].map((per) => ({ times: 1, per })),
} as const satisfies Record<string, readonly Grain[]>;

/** What values refer to: the last finite value of the column itself, or of another one up to the same row. */
type References = 'earlier' | Float64Array;

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
  /** What the first value refers to. */
  readonly first: number;
}

/** The values in few bytes; see `packed-batch.ts`. */
export function packNumbers(values: Values, tried: readonly Grain[], references?: References): PackedNumbers {
  const doubles = asDoubles(values);
  const stored = values instanceof Float32Array ? Math.fround : asItIs;
  for (const { times, per } of tried) {
    const found = inGrain(doubles, { times, per }, stored, references);
    if (!found) continue;
    const { wholes, gaps, least, span, first } = found;
    const largest = gaps ? span + 1 : span;
    const bits = largest > 0 ? 32 - Math.clz32(largest) : 0;
    return { bits, numbers: packBits(wholes, least, bits), least, times, per, first, gaps };
  }
  return { values: values.slice().buffer };
}

/** All as one kind of array: a loop that sees every kind takes several times as long. */
function asDoubles(values: Values): Float64Array {
  if (values instanceof Float64Array) return values;
  const doubles = doublesRoom.take(values.length);
  doubles.set(values);
  return doubles;
}

function asItIs(value: number): number {
  return value;
}

/**
 * The values as whole numbers, in room that the next call takes. Undefined if a value would not come back as it is: −0
 * among them.
 *
 * @param stored a value as the column's kind of array holds it
 */
function inGrain(
  values: Float64Array,
  { times, per }: Grain,
  stored: (value: number) => number,
  references: References | undefined,
): Wholes | undefined {
  const wholes = wholesRoom.take(values.length);
  const near = references === 'earlier' ? values : references;
  const rowsBefore = references === 'earlier' ? 1 : 0;
  const first = near?.find(Number.isFinite) ?? 0;
  let reference = first;
  let gaps = false;
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0; row < values.length; row += 1) {
    if (near && row >= rowsBefore) {
      const found = near[row - rowsBefore] ?? NaN;
      if (Number.isFinite(found)) reference = found;
    }
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) {
      gaps = true;
      wholes[row] = NaN;
      continue;
    }
    const whole = Math.round(((value - reference) * per) / times);
    if (!Object.is(stored(reference + (whole * times) / per), value)) return undefined;
    wholes[row] = whole;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  if (least > most) return { wholes, gaps, least: 0, span: -1, first };
  const span = most - least;
  return span <= largestNumber - Number(gaps) ? { wholes, gaps, least, span, first } : undefined;
}

function packBits(wholes: Float64Array, least: number, bits: number): ArrayBuffer {
  const words = new Uint32Array(Math.ceil((wholes.length * bits) / 32));
  if (bits === 0) return words.buffer;
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
