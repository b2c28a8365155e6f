import type { ReadableCapacity } from '../service/model/account-reader.ts';
import type { ChargeRecordsQuery, PartialRecord as ChargeRecord, Vehicle } from '../service/model/vehicles.ts';

export type {
  CapacityCandidate,
  ChargeRecordsQuery,
  PartialRecord as ChargeRecord,
  Vehicle,
} from '../service/model/vehicles.ts';

/**
 * Nominal capacity, in the three cases of the document; publicly in kWh. The address at which the owner chooses holds a
 * token and stays with this extension. Where `canChoose` is true,
 * `vscode.commands.executeCommand('vehicleData.chooseCapacity', { vehicleId })` has the owner choose, or choose again.
 */
export type NominalCapacity = ReadableCapacity;

/**
 * What `vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer').exports` gives other extensions. It reads
 * nothing without a session of `vscode.authentication.getSession('vehicle-data', scopes)`: VS Code asks the person before
 * it hands one out, and the person takes that back in the Accounts menu.
 */
export interface VehicleDataApi {
  /** Counts up when something changes that callers rely on. What is only added keeps it. */
  readonly version: 2;
  /**
   * Reads what `session` gives access to, in its environment, selected or not. Its access token is the proof, and all
   * that is sent: get a session for each piece of work, because the token of an old one is refused. Rejects as the
   * reader's calls do.
   */
  forSession(session: { readonly accessToken: string }): Promise<VehicleReader>;
}

/**
 * Asks the service with each call. Calls reject with an error whose `message` says what happened, `nextStep` what to do,
 * `turn` who has to do it (`retry`, `reconnect`, `owner`, `developer`, `nobody`), and `requestId`, where there is one,
 * what support asks for.
 */
export interface VehicleReader {
  /** Vehicles whose make, model and year can be read; rejects if there are some and none of them can. */
  vehicles(): Promise<readonly Vehicle[]>;
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /**
   * All charge records in the range, in the service's order. Records that break the contract are left out. Version 3
   * promises no value: what it leaves out is null, such as the end of a charge that goes on.
   */
  chargeRecords(query: ChargeRecordsQuery): Promise<readonly ChargeRecord[]>;
}
