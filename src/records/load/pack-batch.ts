import { type ColumnBatch, codesOf } from '../../service/records/columns.ts';
import { packDecimals, packSteps, packWholes, timeSteps } from './pack-numbers.ts';
import type { PackedBatch } from './packed-batch.ts';

/** A batch in few bytes, as the page is sent it; see `packed-batch.ts`. */
export function packBatch(batch: ColumnBatch): PackedBatch {
  const { firstRow, rows, problems } = batch;
  const starts = new Float64Array(batch.chargeStart);
  const marked = new Uint32Array(problems.rows);
  const level = (buffer: ArrayBuffer) => packDecimals(new Float32Array(buffer));
  const bytes = (buffer: ArrayBuffer) => packWholes(new Uint8Array(buffer));
  return {
    firstRow,
    rows,
    chargeStart: packSteps(starts, timeSteps, 'earlier'),
    chargeEnd: packSteps(new Float64Array(batch.chargeEnd), timeSteps, starts),
    energy: packDecimals(new Float64Array(batch.energy)),
    startPercentRemaining: level(batch.startPercentRemaining),
    endPercentRemaining: level(batch.endPercentRemaining),
    isPublic: bytes(batch.isPublic),
    location: packWholes(codesOf(batch.location, rows)),
    chargingType: packWholes(codesOf(batch.chargingType, rows)),
    problemBits: bytes(batch.problemBits),
    newLocations: batch.newLocations,
    newChargingTypes: batch.newChargingTypes,
    problems: {
      count: marked.length,
      rows: packSteps(marked, [1], 'earlier'),
      fields: bytes(problems.fields),
      reasons: bytes(problems.reasons),
      received: packWholes(codesOf(problems.received, marked.length)),
      newReceived: problems.newReceived,
    },
    unknownFields: batch.unknownFields,
  };
}
