import { randomUUID } from 'node:crypto';
import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import { type ChargeRecordsTarget, droppedScheme } from '../../../viewer/messages/target.ts';
import type { DroppedFile } from '../../../viewer/messages/to-host.ts';
import { recordFileBytes } from './record-file-bytes.ts';
import { fileTarget, recordFile, vehicleInFile, vehiclesOfFile } from './record-file.ts';

/** Each time a file is dropped it is another one: nobody knows where it lies. */
export function droppedTarget({ name, bytes }: DroppedFile): ChargeRecordsTarget {
  return fileTarget(droppedScheme + randomUUID(), name, vehiclesOf(bytes));
}

/** None of what can't be read: that is said when it is shown. */
function vehiclesOf(bytes = new ArrayBuffer()): ReturnType<typeof vehiclesOfFile> {
  try {
    return vehiclesOfFile(new Uint8Array(bytes));
  } catch {
    return [];
  }
}

/**
 * The records of a file that was dropped, by the rules for every other one.
 *
 * @param language BCP 47
 */
export async function readDropped(
  { bytes }: DroppedFile,
  language: string,
  target: ChargeRecordsTarget,
): Promise<ChargeRecordsResponse> {
  const files = {
    stat: () => Promise.resolve({ type: bytes ? 1 : 0, size: bytes?.byteLength ?? 0 }),
    readFile: () => Promise.resolve(new Uint8Array(bytes ?? [])),
  };
  return recordFile(await recordFileBytes(files, undefined), language, vehicleInFile(target));
}
