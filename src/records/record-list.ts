import { firstDoubt, reasons } from '../service/columns.ts';
import { readRecords } from '../service/record-stream.ts';
import type { ChargeRecord } from '../service/vehicles.ts';

/** All records of a body that keep to the contract, in the body's order. Rejects as `readRecords` does. */
export async function readRecordList(body: AsyncIterable<Uint8Array>): Promise<readonly ChargeRecord[]> {
  const kept: ChargeRecord[] = [];
  for await (const { firstRow, values, problems } of readRecords(body)) {
    const breaches = problems.filter(({ reason }) => reasons.indexOf(reason) < firstDoubt);
    const broken = new Set(breaches.map(({ row }) => row - firstRow));
    // What has no breach is a record: the schema said so.
    kept.push(...(values.filter((_, index) => !broken.has(index)) as readonly ChargeRecord[]));
  }
  return kept;
}
