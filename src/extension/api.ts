import type { ReadableSignal as Signal } from '../service/model/signals.ts';
import type { ReadableCapacity } from '../service/client-reader.ts';
import type { ChargeRecordsQuery, PartialRecord as ChargeRecord, Vehicle } from '../service/model/vehicles.ts';

export type {
  CapacityCandidate,
  ChargeRecordsQuery,
  PartialRecord as ChargeRecord,
  Vehicle,
} from '../service/model/vehicles.ts';

export type { ReadableSignal as Signal } from '../service/model/signals.ts';

/**
 * Nominal capacity, in the three cases of the specification; publicly in kWh. The URL at which the owner selects a
 * capacity contains a token and is not exposed. If `canChoose` is true,
 * `vscode.commands.executeCommand('vehicleData.chooseCapacity', { vehicleId })` lets the owner choose, or choose again.
 */
export type NominalCapacity = ReadableCapacity;

/**
 * What `vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer').exports` provides to other extensions. It
 * reads nothing without a session from `vscode.authentication.getSession('vehicle-data', scopes)`: VS Code asks the
 * person before it hands one out, and the person can revoke that in the Accounts menu.
 */
export interface VehicleDataApi {
  /** Increases with every breaking change; additions do not change it. */
  readonly version: 2;
  /**
   * Reads what `session` gives access to, in the session's environment, whether that is selected or not. Only the
   * access token is used, as the proof. Get a session for each piece of work, because the token of an old one is
   * rejected. Rejects as the reader's methods do.
   */
  forSession(session: { readonly accessToken: string }): Promise<VehicleReader>;
}

export interface ReadVehicles extends ReadonlyArray<Vehicle> {
  /** The others, with what a call for each of them would reject with; without an ID where the list has none. */
  readonly unread: readonly { readonly id?: string; readonly error: unknown }[];
}

/**
 * Each call sends a request to the service. Calls reject with an error: its `message` says what happened, `nextStep`
 * what to do, `turn` who has to do it (`retry`, `reconnect`, `owner`, `developer`, `nobody`), and `requestId`, if there
 * is one, is what support asks for.
 */
export interface VehicleReader {
  /** Vehicles whose make, model and year can be read; rejects if there are some and none of them can. */
  vehicles(): Promise<ReadVehicles>;
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /**
   * All signals of the vehicle that version 3 lists, by one request, as it lists them: a body of more than 1 MB is left
   * out, and `size` says how many characters it has. Rejects if the account is read by version 2.0, which has none.
   */
  signals(vehicleId: string): Promise<readonly Signal[]>;
  /**
   * All charge records in the range, in the order of the service. Records that violate the contract are left out.
   * Version 3 guarantees no value: a missing one is null, such as the end of an ongoing charge.
   */
  chargeRecords(query: ChargeRecordsQuery): Promise<readonly ChargeRecord[]>;
}
