import type { ColumnBatch } from '../../../service/records/columns.ts';

/** One batch of a load. */
export interface LoadedBatch {
  readonly batch: ColumnBatch;
  /** The vehicle whose records these are, if there are several vehicles. */
  readonly source?: { readonly vehicle: VehicleOfRow } | undefined;
}

export interface VehicleOfRow {
  readonly id: string;
  readonly make: string;
  readonly model: string;
}
