import { type ColumnBatch, fields, reasons } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';

/** What batches of columns say, with texts in place of their codes. */
export interface BatchReport {
  readonly rows: readonly unknown[];
  readonly problems: readonly (readonly unknown[])[];
  readonly unknownFields: Readonly<Record<string, number>>;
}

/** Batches of one writer, in their order. */
export function reportOf(batches: readonly ColumnBatch[]): BatchReport {
  const locations = ['(unknown)'];
  const types = ['(unknown)'];
  const received = ['(none)'];
  const rows: unknown[] = [];
  const problems: unknown[][] = [];
  const unknownFields: Record<string, number> = {};
  for (const batch of batches) {
    if (batch.firstRow !== rows.length) throw new Error(`Row ${batch.firstRow} follows ${rows.length}`);
    locations.push(...batch.newLocations);
    types.push(...batch.newChargingTypes);
    received.push(...batch.problems.newReceived);
    const { chargeStart, chargeEnd, energy, startPercentRemaining, endPercentRemaining } = batch;
    const numbers = [chargeStart, chargeEnd, energy, startPercentRemaining, endPercentRemaining, batch.isPublic];
    for (let row = 0; row < batch.rows; row += 1) {
      const texts = [locations[batch.location[row] ?? NaN], types[batch.chargingType[row] ?? NaN]];
      rows.push([...numbers.map((each) => each[row]), batch.problemBits[row], ...texts]);
    }
    const { fields: where, reasons: why, received: codes } = batch.problems;
    batch.problems.rows.forEach((row, index) => {
      problems.push([row, fields[where[index] ?? NaN], reasons[why[index] ?? NaN], received[codes[index] ?? NaN]]);
    });
    for (const { name, count } of batch.unknownFields) unknownFields[name] = (unknownFields[name] ?? 0) + count;
  }
  return { rows, problems, unknownFields };
}

/** The truth about records: what JSON.parse and the check say of them. */
export function expectedReport(values: readonly unknown[]): BatchReport {
  return reportOf([new ColumnWriter().write(values, 0)]);
}
