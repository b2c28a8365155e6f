import { type ColumnBatch, type ProblemColumns, codesOf } from '../../service/records/columns.ts';

type Codes = ReturnType<typeof codesOf>;
type Part = Uint8Array | Uint16Array | Uint32Array;

function joinBuffers(buffers: readonly ArrayBuffer[]): ArrayBuffer {
  return joinInto(
    (length) => new Uint8Array(length),
    buffers.map((buffer) => new Uint8Array(buffer)),
  );
}

function joinInto(create: (length: number) => Part, parts: readonly Part[]): ArrayBuffer {
  const all = create(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer as ArrayBuffer;
}

/** Later batches may need more bytes for a code than earlier ones: all get as many as the widest. */
function joinCodes(parts: readonly Codes[]): ArrayBuffer {
  const widest = Math.max(...parts.map(({ BYTES_PER_ELEMENT: bytes }) => bytes));
  if (widest === 1) return joinInto((length) => new Uint8Array(length), parts);
  if (widest === 2) return joinInto((length) => new Uint16Array(length), parts);
  return joinInto((length) => new Uint32Array(length), parts);
}

function marksOf({ fields }: ProblemColumns): number {
  return fields.byteLength;
}

/**
 * Batches that follow each other as one. What the viewer is not sent (`writing`, `raw`) is left out.
 *
 * @param batches at least one
 */
export function joinBatches(batches: readonly [ColumnBatch, ...ColumnBatch[]]): ColumnBatch {
  const [first] = batches;
  if (batches.length === 1) return first;
  const join = (of: (batch: ColumnBatch) => ArrayBuffer) => joinBuffers(batches.map(of));
  const problems = batches.map((batch) => batch.problems);
  return {
    firstRow: first.firstRow,
    rows: batches.reduce((sum, { rows }) => sum + rows, 0),
    chargeStart: join((batch) => batch.chargeStart),
    chargeEnd: join((batch) => batch.chargeEnd),
    energy: join((batch) => batch.energy),
    startPercentRemaining: join((batch) => batch.startPercentRemaining),
    endPercentRemaining: join((batch) => batch.endPercentRemaining),
    isPublic: join((batch) => batch.isPublic),
    location: joinCodes(batches.map(({ location, rows }) => codesOf(location, rows))),
    chargingType: joinCodes(batches.map(({ chargingType, rows }) => codesOf(chargingType, rows))),
    problemBits: join((batch) => batch.problemBits),
    newLocations: batches.flatMap((batch) => batch.newLocations),
    newChargingTypes: batches.flatMap((batch) => batch.newChargingTypes),
    problems: {
      rows: joinBuffers(problems.map(({ rows }) => rows)),
      fields: joinBuffers(problems.map(({ fields }) => fields)),
      reasons: joinBuffers(problems.map(({ reasons }) => reasons)),
      received: joinCodes(problems.map((each) => codesOf(each.received, marksOf(each)))),
      newReceived: problems.flatMap(({ newReceived }) => newReceived),
    },
    unknownFields: batches.flatMap(({ unknownFields }) => unknownFields),
  };
}
