import type { ChargeRecord, ChargeRecordsQuery, NominalCapacity, Vehicle } from './service/vehicles.ts';

export type {
  CapacityCandidate,
  ChargeRecord,
  ChargeRecordsQuery,
  NominalCapacity,
  Vehicle,
} from './service/vehicles.ts';

/**
 * What `vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer').exports` gives other extensions.
 * It never hands out tokens: those come from `vscode.authentication.getSession('vehicle-data', scopes)`.
 */
export interface VehicleDataApi {
  readonly version: 1;
  /** Vehicles of the connected accounts in the selected environment; empty if none is connected. */
  vehicles(): Promise<readonly Vehicle[]>;
  /** Rejects with an error that names the next step. */
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /** All charge records in the range, in the service's order. Records that break the contract are left out. */
  chargeRecords(query: ChargeRecordsQuery): Promise<readonly ChargeRecord[]>;
}
