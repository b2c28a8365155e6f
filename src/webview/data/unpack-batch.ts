import type { PackedBatch, PackedNumbers } from '../../records/load/packed-batch.ts';
import type { ColumnBatch } from '../../service/records/columns.ts';

/** What values refer to: the last finite value of the column itself, or of another one up to the same row. */
type References = 'earlier' | Float64Array;

/** Room for the numbers of one column at a time. */
let room = new Uint32Array(0);

type Wholes = Exclude<PackedNumbers, { values: ArrayBuffer }>;

/** So many numbers, and which of them stands for NaN. Throws RangeError if they are not just as many. */
function numbersOf({ bits, numbers: packed, gaps }: Wholes, count: number): { numbers: Uint32Array; gap: number } {
  const words = new Uint32Array(packed);
  if (words.length !== Math.ceil((count * bits) / 32)) {
    throw new RangeError(`${words.length} words for ${count} numbers of ${bits} bits`);
  }
  if (room.length < count) room = new Uint32Array(count);
  const numbers = room.subarray(0, count);
  const all = 2 ** bits - 1;
  const gap = gaps ? all : NaN;
  if (bits === 0) return { numbers: numbers.fill(0), gap };
  let at = 0;
  let used = 0;
  for (let row = 0; row < count; row += 1) {
    let number = (words[at] ?? 0) >>> used;
    used += bits;
    if (used >= 32) {
      at += 1;
      used -= 32;
      if (used > 0) number |= (words[at] ?? 0) << (bits - used);
    }
    numbers[row] = number & all;
  }
  return { numbers, gap };
}

// Each kind of column has a loop of its own: one that sees every kind takes several times as long.

/** Fills values that are whole and refer to nothing, and returns their buffer. Throws RangeError. */
function unpackWholes(values: Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>, packed: PackedNumbers): ArrayBuffer {
  if ('values' in packed) return packed.values;
  const { least } = packed;
  const { numbers } = numbersOf(packed, values.length);
  if (least === 0) values.set(numbers);
  else for (let row = 0; row < values.length; row += 1) values[row] = least + (numbers[row] ?? 0);
  return values.buffer;
}

/** Fills values with decimals that refer to nothing, and returns their buffer. Throws RangeError. */
function unpackDecimals(
  values: Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer>,
  packed: PackedNumbers,
): ArrayBuffer {
  if ('values' in packed) return packed.values;
  const { least, per } = packed;
  const { numbers, gap } = numbersOf(packed, values.length);
  for (let row = 0; row < values.length; row += 1) {
    const number = numbers[row] ?? 0;
    values[row] = number === gap ? NaN : (least + number) / per;
  }
  return values.buffer;
}

/** Fills values that are steps from others, and returns their buffer. Throws RangeError. */
function unpackSteps(
  values: Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  packed: PackedNumbers,
  references: References,
): ArrayBuffer {
  if ('values' in packed) return packed.values;
  const { least, times } = packed;
  const { numbers, gap } = numbersOf(packed, values.length);
  const doubles = values instanceof Float64Array ? values : new Float64Array(values.length);
  const near = references === 'earlier' ? doubles : references;
  const rowsBefore = references === 'earlier' ? 1 : 0;
  let reference = packed.first;
  for (let row = 0; row < doubles.length; row += 1) {
    const found = row < rowsBefore ? NaN : (near[row - rowsBefore] ?? NaN);
    if (Number.isFinite(found)) reference = found;
    const number = numbers[row] ?? 0;
    doubles[row] = number === gap ? NaN : reference + (least + number) * times;
  }
  if (doubles !== values) values.set(doubles);
  return values.buffer;
}

/** A batch as `records/pack-batch.ts` was given it; its codes may have another width. Throws RangeError if it is none. */
export function unpackBatch(batch: PackedBatch): ColumnBatch {
  const { rows, problems } = batch;
  const level = (packed: PackedNumbers) => unpackDecimals(new Float32Array(rows), packed);
  const codes = (packed: PackedNumbers, count = rows) => unpackWholes(new Uint32Array(count), packed);
  const bytes = (packed: PackedNumbers, count = rows) => unpackWholes(new Uint8Array(count), packed);
  const chargeStart = unpackSteps(new Float64Array(rows), batch.chargeStart, 'earlier');
  return {
    ...batch,
    chargeStart,
    chargeEnd: unpackSteps(new Float64Array(rows), batch.chargeEnd, new Float64Array(chargeStart)),
    energy: unpackDecimals(new Float64Array(rows), batch.energy),
    startPercentRemaining: level(batch.startPercentRemaining),
    endPercentRemaining: level(batch.endPercentRemaining),
    isPublic: bytes(batch.isPublic),
    location: codes(batch.location),
    chargingType: codes(batch.chargingType),
    problemBits: bytes(batch.problemBits),
    problems: {
      rows: unpackSteps(new Uint32Array(problems.count), problems.rows, 'earlier'),
      fields: bytes(problems.fields, problems.count),
      reasons: bytes(problems.reasons, problems.count),
      received: codes(problems.received, problems.count),
      newReceived: problems.newReceived,
    },
  };
}
