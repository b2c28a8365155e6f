import type { ChargeRecord, ChargeRecordsQuery, NominalCapacity, Vehicle } from '../extension/api.ts';
import type { ChargeRecordsResponse } from '../service/model/vehicle-data.ts';
import { keptRecords } from '../service/records/model-records.ts';
import { readRecords } from '../service/records/record-stream.ts';
import type { CallContext } from './tool.ts';

/** A vehicle, and what else is known where it comes from. */
export interface ListedVehicle extends Vehicle {
  readonly owner?: string;
  readonly region?: string;
  readonly connected?: boolean;
  readonly hasChargeRecords?: boolean;
}

export interface ListedVehicles {
  readonly vehicles: readonly ListedVehicle[];
  /** Those that are listed and can't be read; without an ID, elements that have none. */
  readonly unread: readonly { readonly id?: string; readonly error: unknown }[];
}

export type RecordsQuery = Omit<ChargeRecordsQuery, 'make'>;

export interface RecordPart {
  /** Those that keep to the contract, in the service's order. */
  readonly records: readonly ChargeRecord[];
  /** How many more there are that don't. */
  readonly invalid: number;
}

/** Where agents read vehicles: the sandbox, or connected accounts. Rejects with errors that say what to do next. */
export interface VehicleSource {
  /** In the middle of a sentence. */
  readonly whose: string;
  vehicles(context: Pick<CallContext, 'signal' | 'progress'>): Promise<ListedVehicles>;
  nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<NominalCapacity>;
  chargeRecords(query: RecordsQuery, signal: AbortSignal): AsyncIterable<RecordPart>;
}

/** The records of an answer as they come. */
export async function* recordsOf({ body, reading }: ChargeRecordsResponse): AsyncGenerator<RecordPart> {
  for await (const batch of readRecords(body, undefined, reading)) {
    const records = keptRecords(batch);
    yield { records, invalid: batch.values.length - records.length };
  }
}
