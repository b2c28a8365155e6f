import { membersOf } from '../../../common/text/json-text.ts';
import type { RecordsSource } from '../../../viewer/messages/target.ts';

export type FileVehicle = RecordsSource['vehicle'];

export interface FileRecord {
  /** The record's JSON, exactly as written. */
  readonly json: string;
  /** The record's vehicle, which an export of several vehicles gives for each record. */
  readonly vehicle?: FileVehicle | undefined;
}

/** Reads a record, with or without an object around it that names its vehicle. */
export function fileRecord(json: string): FileRecord {
  if (!json.trimStart().startsWith('{') || !json.includes('"vehicle"')) return { json };
  const members = membersOf(json);
  const named = (wanted: string) => members?.findLast(({ name }) => name === wanted)?.value;
  const [vehicle, record] = [named('vehicle'), named('record')];
  return vehicle === undefined || record === undefined ? { json } : { json: record, vehicle: vehicleOf(vehicle) };
}

function vehicleOf(json: string): FileVehicle | undefined {
  const { id, make, model } = (JSON.parse(json) ?? {}) as Record<string, unknown>;
  return fileVehicle(id, make, model);
}

/** Undefined without an ID. No export contains the model year. */
export function fileVehicle(id: unknown, make: unknown, model: unknown): FileVehicle | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return text(id) === '' ? undefined : { id: text(id), make: text(make), model: text(model), year: 0 };
}

/** In order of first appearance. */
export function vehiclesOf(records: readonly FileRecord[]): readonly FileVehicle[] {
  return [...new Map(records.flatMap(({ vehicle }) => (vehicle ? [[vehicle.id, vehicle] as const] : []))).values()];
}

/**
 * Records in the form of the API's response: all, or those of one vehicle. Records without a vehicle go with the first
 * one.
 */
export function answerOf(records: readonly FileRecord[], vehicleId: string | undefined): string {
  const first = records.find(({ vehicle }) => vehicle)?.vehicle?.id;
  const chosen = records.filter(({ vehicle }) => vehicleId === undefined || (vehicle?.id ?? first) === vehicleId);
  return `{"records":[${chosen.map(({ json }) => json).join(',\n')}]}`;
}
