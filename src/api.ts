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
 * It never hands out tokens: those come from `vscode.authentication.getSession('vehicle-data', scopes)`, with the
 * person's consent. Calls reject with an error whose `message` says what happened, `nextStep` what to do, `turn` who has
 * to do it (`retry`, `reconnect`, `owner`, `developer`, `nobody`), and `requestId`, where there is one, what support
 * asks for.
 */
export interface VehicleDataApi {
  /** Counts up when something changes that callers rely on. What is only added keeps it. */
  readonly version: 1;
  /** Vehicles of the connected accounts in the selected environment; empty if none is connected. */
  vehicles(): Promise<readonly Vehicle[]>;
  /** Rejects with an error that names the next step. */
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /** All charge records in the range, in the service's order. Records that break the contract are left out. */
  chargeRecords(query: ChargeRecordsQuery): Promise<readonly ChargeRecord[]>;
}
