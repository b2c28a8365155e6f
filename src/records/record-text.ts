import { type ColumnBatch, codesOf, fields, firstDoubt, publicCodes, reasons } from '../service/columns.ts';

/** What is wrong with a field, and how the value that came looked. */
interface Trouble {
  readonly reason: string;
  readonly received?: string;
}

function textOf(
  batches: readonly ColumnBatch[],
  code: number | undefined,
  of: (batch: ColumnBatch) => readonly string[],
) {
  return code === undefined || code === 0 ? null : (batches.flatMap(of)[code - 1] ?? null);
}

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);
const time = (value: number | undefined): string | null =>
  value === undefined || Number.isNaN(value) ? null : new Date(value).toISOString();
/** A 32-bit fraction has digits that no one sent. */
const fraction = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : Math.round(value * 1e6) / 1e6;

function troubles(batches: readonly ColumnBatch[], batch: ColumnBatch, row: number): Record<string, Trouble> {
  const { problems } = batch;
  const rows = new Uint32Array(problems.rows);
  const received = codesOf(problems.received, rows.length);
  const found: Record<string, Trouble> = {};
  rows.forEach((at, index) => {
    if (at !== row) return;
    const field = fields[new Uint8Array(problems.fields)[index] ?? 0];
    const code = new Uint8Array(problems.reasons)[index] ?? 0;
    const reason = reasons[code] ?? '';
    const came = textOf(batches, received[index], (each) => each.problems.newReceived);
    if (field) found[field] = code < firstDoubt && came !== null ? { reason, received: came } : { reason };
  });
  return found;
}

/**
 * One record as JSON, out of the columns that are kept of it. The bytes that came are not kept: they would be five times
 * as large, for something that is seldom looked at. What the columns don't hold stands under `not in the columns`.
 *
 * @param batches the story of a load, from its first batch on
 * @param row counted from 0 in the order of the service
 */
export function recordText(batches: readonly ColumnBatch[], row: number): string {
  const batch = batches.findLast(({ firstRow }) => firstRow <= row);
  if (!batch || row >= batch.firstRow + batch.rows) return '';
  const at = row - batch.firstRow;
  const code = new Uint8Array(batch.isPublic)[at];
  const record = {
    chargeStart: time(new Float64Array(batch.chargeStart)[at]),
    chargeEnd: time(new Float64Array(batch.chargeEnd)[at]),
    location: textOf(batches, codesOf(batch.location, batch.rows)[at], (each) => each.newLocations),
    energy: known(new Float64Array(batch.energy)[at]),
    isPublic: code === publicCodes.unknown ? null : code === publicCodes.yes,
    startPercentRemaining: fraction(new Float32Array(batch.startPercentRemaining)[at]),
    endPercentRemaining: fraction(new Float32Array(batch.endPercentRemaining)[at]),
    chargingType: textOf(batches, codesOf(batch.chargingType, batch.rows)[at], (each) => each.newChargingTypes),
  };
  const marked = (new Uint8Array(batch.problemBits)[at] ?? 0) !== 0;
  const unknownFields = batch.unknownFields.map(({ name }) => name);
  const notes = {
    ...(marked && { notAsTheContractSays: troubles(batches, batch, row) }),
    ...(unknownFields.length > 0 && { notInTheContractAndNotKept: unknownFields }),
  };
  return `${JSON.stringify({ record, ...notes }, undefined, 2)}\n`;
}
