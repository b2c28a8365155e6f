import type { ColumnBatch } from '../../../service/records/columns.ts';

/** A batch of a load. */
export interface LoadedBatch {
  readonly batch: ColumnBatch;
  /** Whose records they are, where there are several vehicles. */
  readonly source?: { readonly vehicle: VehicleOfRow } | undefined;
}

export interface VehicleOfRow {
  readonly id: string;
  readonly make: string;
  readonly model: string;
}
