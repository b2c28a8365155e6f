import type { ApiVersion } from '../model/environment.ts';
import type { VehicleData } from '../model/vehicle-data.ts';
import type { RecordRow } from '../records/record-rows.ts';

/** Fields of a body, by the names in the API. */
export type Fields = Readonly<Record<string, unknown>>;

/** Why something is missing, and what to do. Contains no secrets. */
export interface Failure {
  readonly message: string;
  readonly nextStep: string;
}

/** What was requested: a value, a failure, or the part of the value that arrived before the failure. */
export interface Part<T> {
  readonly value?: T | undefined;
  readonly failure?: Failure | undefined;
}

/** Where a vehicle is read from. */
export interface Source {
  readonly version: ApiVersion;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly vehicleId: string;
}

/** What one version says about a vehicle. */
export interface VersionReading extends Source {
  readonly vehicle: Part<Fields>;
  readonly permissions: Part<readonly string[]>;
  readonly capacity: Part<Fields>;
  readonly records: Part<readonly RecordRow[]>;
}

/** One side of a comparison. For a version without access to the vehicle, only the reason. */
export type Side = VersionReading | { readonly missing: Failure };

/** The methods of a client that the reading of a version uses. */
export type VersionClient = Pick<VehicleData, 'fields' | 'permissions' | 'chargeRecords'>;
