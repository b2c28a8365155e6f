import type { ApiVersion } from '../model/environment.ts';
import type { VehicleData } from '../model/vehicle-data.ts';

/** Fields of a body, by their names on the wire. */
export type Fields = Readonly<Record<string, unknown>>;

/** Why something is not there, and what to do. Free of secrets. */
export interface Failure {
  readonly message: string;
  readonly nextStep: string;
}

/** What was asked for: a value, a failure, or the part of the value that came before the failure. */
export interface Part<T> {
  readonly value?: T | undefined;
  readonly failure?: Failure | undefined;
}

export interface TimedRecord {
  /** When its charge began, in milliseconds since 1970; null where that can't be read. */
  readonly start: number | null;
  readonly fields: Fields;
}

/** Where a vehicle is read. */
export interface Source {
  readonly version: ApiVersion;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly vehicleId: string;
}

/** What one version says of a vehicle. */
export interface VersionReading extends Source {
  readonly vehicle: Part<Fields>;
  readonly permissions: Part<readonly string[]>;
  readonly capacity: Part<Fields>;
  readonly records: Part<readonly TimedRecord[]>;
}

/** One side of a comparison. A version that gives no access to the vehicle has only the reason. */
export type Side = VersionReading | { readonly missing: Failure };

/** What the reading of a version asks of its client. */
export type VersionClient = Pick<VehicleData, 'fields' | 'permissions' | 'chargeRecords'>;
