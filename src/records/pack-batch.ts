import { type ColumnBatch, codesOf } from '../service/columns.ts';
import { grains, packNumbers } from './pack-numbers.ts';
import type { PackedBatch } from './packed-batch.ts';

const { whole, times, decimals } = grains;

/** A batch in few bytes, as the page is sent it; see `packed-batch.ts`. */
export function packBatch(batch: ColumnBatch): PackedBatch {
  const { firstRow, rows, problems } = batch;
  const starts = new Float64Array(batch.chargeStart);
  const marked = new Uint32Array(problems.rows);
  const level = (buffer: ArrayBuffer) => packNumbers(new Float32Array(buffer), decimals);
  const bytes = (buffer: ArrayBuffer) => packNumbers(new Uint8Array(buffer), whole);
  return {
    firstRow,
    rows,
    chargeStart: packNumbers(starts, times, 'earlier'),
    chargeEnd: packNumbers(new Float64Array(batch.chargeEnd), times, starts),
    energy: packNumbers(new Float64Array(batch.energy), decimals),
    startPercentRemaining: level(batch.startPercentRemaining),
    endPercentRemaining: level(batch.endPercentRemaining),
    isPublic: bytes(batch.isPublic),
    location: packNumbers(codesOf(batch.location, rows), whole),
    chargingType: packNumbers(codesOf(batch.chargingType, rows), whole),
    problemBits: bytes(batch.problemBits),
    newLocations: batch.newLocations,
    newChargingTypes: batch.newChargingTypes,
    problems: {
      count: marked.length,
      rows: packNumbers(marked, whole, 'earlier'),
      fields: bytes(problems.fields),
      reasons: bytes(problems.reasons),
      received: packNumbers(codesOf(problems.received, marked.length), whole),
      newReceived: problems.newReceived,
    },
    unknownFields: batch.unknownFields,
  };
}
