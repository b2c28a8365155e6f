import { RowReader, type LoadedBatch } from '../../../service/records/record-rows.ts';
import { recordJson } from '../export/record-json.ts';
import { recordFile } from '../file/record-file.ts';
import { readColumns } from '../../../service/records/record-stream.ts';
import type { TimedRecord } from './compare-records.ts';

/** The records of a load, starting with its first batch. */
export function timedRecords(written: readonly LoadedBatch[]): TimedRecord[] {
  const reader = new RowReader();
  return written.flatMap((each) =>
    reader.read(each).map((row) => ({ start: startOf(row.values.chargeStart), json: recordJson(row) })),
  );
}

/** The records of a file or a response, in any form that the viewer opens. Rejects with ServiceError otherwise. */
export async function recordsOfBytes(bytes: Uint8Array, language: string): Promise<TimedRecord[]> {
  const written: LoadedBatch[] = [];
  const { body, reading } = recordFile(bytes, language);
  for await (const batch of readColumns(body, undefined, reading)) written.push({ batch });
  return timedRecords(written);
}

function startOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
