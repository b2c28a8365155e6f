import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import type { PartialRecord } from '../../../service/model/vehicles.ts';
import { keptRecords } from '../../../service/records/model-records.ts';
import { readRecords } from '../../../service/records/record-stream.ts';

/** All records of an answer that keep to the contract, in its order. Rejects as `readRecords` does. */
export async function readRecordList({
  body,
  reading,
}: Pick<ChargeRecordsResponse, 'body' | 'reading'>): Promise<readonly PartialRecord[]> {
  const kept: PartialRecord[] = [];
  for await (const batch of readRecords(body, undefined, reading)) kept.push(...keptRecords(batch));
  return kept;
}
