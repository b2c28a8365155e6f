import { type ColumnBatch, codesOf, fields, reasons } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';

/** What batches of columns say, with texts in place of their codes. */
export interface Told {
  readonly rows: readonly unknown[];
  readonly problems: readonly unknown[];
  readonly unknownFields: Readonly<Record<string, number>>;
}

/** Batches of one writer, in their order. */
export function toldBy(batches: readonly ColumnBatch[]): Told {
  const locations = ['(unknown)'];
  const types = ['(unknown)'];
  const received = ['(none)'];
  const rows: unknown[] = [];
  const problems: unknown[] = [];
  const unknownFields: Record<string, number> = {};
  for (const batch of batches) {
    if (batch.firstRow !== rows.length) throw new Error(`Row ${batch.firstRow} follows ${rows.length}`);
    locations.push(...batch.newLocations);
    types.push(...batch.newChargingTypes);
    received.push(...batch.problems.newReceived);
    const doubles = [batch.chargeStart, batch.chargeEnd, batch.energy].map((buffer) => new Float64Array(buffer));
    const levels = [batch.startPercentRemaining, batch.endPercentRemaining].map((buffer) => new Float32Array(buffer));
    const bytes = [batch.isPublic, batch.problemBits].map((buffer) => new Uint8Array(buffer));
    const numbers = [...doubles, ...levels, ...bytes];
    const [at, kinds] = [codesOf(batch.location, batch.rows), codesOf(batch.chargingType, batch.rows)];
    for (let row = 0; row < batch.rows; row += 1) {
      rows.push([...numbers.map((each) => each[row]), locations[at[row] ?? NaN], types[kinds[row] ?? NaN]]);
    }
    const places = new Uint32Array(batch.problems.rows);
    const codes = codesOf(batch.problems.received, places.length);
    const [where, why] = [new Uint8Array(batch.problems.fields), new Uint8Array(batch.problems.reasons)];
    places.forEach((row, index) => {
      problems.push([row, fields[where[index] ?? NaN], reasons[why[index] ?? NaN], received[codes[index] ?? NaN]]);
    });
    for (const { name, count } of batch.unknownFields) unknownFields[name] = (unknownFields[name] ?? 0) + count;
  }
  return { rows, problems, unknownFields };
}

/** The truth about records: what JSON.parse and the check say of them. */
export function toldOf(values: readonly unknown[]): Told {
  return toldBy([new ColumnWriter().write(checkRecords(values, 0))]);
}
