import { contractRecords, readRecords } from '../../service/records/record-stream.ts';
import type { ChargeRecord } from '../../service/model/vehicles.ts';

/** All records of a body that keep to the contract, in the body's order. Rejects as `readRecords` does. */
export async function readRecordList(body: AsyncIterable<Uint8Array>): Promise<readonly ChargeRecord[]> {
  const kept: ChargeRecord[] = [];
  for await (const batch of readRecords(body)) kept.push(...contractRecords(batch));
  return kept;
}
