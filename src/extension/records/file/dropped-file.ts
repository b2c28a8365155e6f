import { randomUUID } from 'node:crypto';
import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import { type ChargeRecordsTarget, droppedScheme } from '../../../viewer/messages/target.ts';
import type { DroppedFile } from '../../../viewer/messages/to-host.ts';
import { recordFileBytes } from './record-file-bytes.ts';
import { fileTarget, recordFile, vehicleInFile, vehiclesOfFile } from './record-file.ts';

/** Each drop counts as a new file, because a dropped file's location is unknown. */
export function droppedTarget({ name, bytes }: DroppedFile): ChargeRecordsTarget {
  return fileTarget(droppedScheme + randomUUID(), name, vehiclesOf(bytes));
}

/** Empty if the file cannot be read: the error is shown when its records are loaded. */
function vehiclesOf(bytes = new ArrayBuffer()): ReturnType<typeof vehiclesOfFile> {
  try {
    return vehiclesOfFile(new Uint8Array(bytes));
  } catch {
    return [];
  }
}

/**
 * The records of a dropped file, read by the same rules as any other file.
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
