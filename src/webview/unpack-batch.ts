import type { PackedBatch, PackedNumbers } from '../records/protocol.ts';
import type { ColumnBatch } from '../service/columns.ts';

type Values =
  Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** What values refer to: the last finite value of the column itself, or of another one up to the same row. */
type References = 'earlier' | Float64Array;

/** Fills the values from what is packed, and returns their buffer. Throws RangeError if it is not of just as many. */
function unpackInto(values: Values, packed: PackedNumbers, references?: References): ArrayBuffer {
  if ('values' in packed) return packed.values;
  const { bits, least, times, per, gaps } = packed;
  const words = new Uint32Array(packed.numbers);
  if (words.length !== Math.ceil((values.length * bits) / 32)) {
    throw new RangeError(`${words.length} words for ${values.length} numbers of ${bits} bits`);
  }
  // All as one kind of array: the loop over them is several times as fast as one that sees every kind.
  const doubles = values instanceof Float64Array ? values : new Float64Array(values.length);
  const near = references === 'earlier' ? doubles : references;
  const rowsBefore = references === 'earlier' ? 1 : 0;
  const all = 2 ** bits - 1;
  let reference = packed.first;
  let at = 0;
  let used = 0;
  for (let row = 0; row < doubles.length; row += 1) {
    let number = at < words.length ? (words[at] ?? 0) >>> used : 0;
    used += bits;
    if (used >= 32) {
      at += 1;
      used -= 32;
      if (used > 0) number |= (words[at] ?? 0) << (bits - used);
    }
    number = (number & all) >>> 0;
    if (near && row >= rowsBefore) {
      const found = near[row - rowsBefore] ?? NaN;
      if (Number.isFinite(found)) reference = found;
    }
    doubles[row] = gaps && number === all ? NaN : reference + ((least + number) * times) / per;
  }
  if (doubles !== values) values.set(doubles);
  return values.buffer;
}

/** A batch as `records/pack-batch.ts` was given it; its codes may have another width. Throws RangeError if it is none. */
export function unpackBatch(batch: PackedBatch): ColumnBatch {
  const { rows, problems } = batch;
  const level = (packed: PackedNumbers) => unpackInto(new Float32Array(rows), packed);
  const codes = (packed: PackedNumbers, count = rows) => unpackInto(new Uint32Array(count), packed);
  const bytes = (packed: PackedNumbers, count = rows) => unpackInto(new Uint8Array(count), packed);
  const chargeStart = unpackInto(new Float64Array(rows), batch.chargeStart, 'earlier');
  return {
    ...batch,
    chargeStart,
    chargeEnd: unpackInto(new Float64Array(rows), batch.chargeEnd, new Float64Array(chargeStart)),
    energy: unpackInto(new Float64Array(rows), batch.energy),
    startPercentRemaining: level(batch.startPercentRemaining),
    endPercentRemaining: level(batch.endPercentRemaining),
    isPublic: bytes(batch.isPublic),
    location: codes(batch.location),
    chargingType: codes(batch.chargingType),
    problemBits: bytes(batch.problemBits),
    problems: {
      rows: unpackInto(new Uint32Array(problems.count), problems.rows, 'earlier'),
      fields: bytes(problems.fields, problems.count),
      reasons: bytes(problems.reasons, problems.count),
      received: codes(problems.received, problems.count),
      newReceived: problems.newReceived,
    },
  };
}
