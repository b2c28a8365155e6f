import type { WrittenBatch } from './export-rows.ts';
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
 * as large, for something that is seldom looked at.
 *
 * @param written the batches of a load, from its first one on
 * @param row counted from 0 in the order of the service
 */
export function recordText(written: readonly WrittenBatch[], row: number): string {
  const batches = written.map(({ batch }) => batch);
  const found = written.findLast(({ batch }) => batch.firstRow <= row);
  if (!found || row >= found.batch.firstRow + found.batch.rows) return '';
  const { batch, extras, source } = found;
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
  const extra = extras?.lines.split('\n')[new Uint32Array(extras.rows).indexOf(at)];
  const notes = {
    ...(marked && { notAsTheContractSays: troubles(batches, batch, row) }),
    ...(extra !== undefined && { notInTheContract: JSON.parse(extra) as unknown }),
  };
  const whose = source && { vehicle: source.vehicle };
  return `${JSON.stringify({ ...whose, record, ...notes }, undefined, 2)}\n`;
}
