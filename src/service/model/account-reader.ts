import type { CapacityCandidate, ChargeRecordsQuery, PartialRecord, Vehicle } from './vehicles.ts';

/**
 * Nominal capacity in the three cases of the specification ("Battery capacity response cases"); publicly in kWh. Omits
 * the address where the owner chooses, because it contains a token: `canChoose` says whether there is one.
 */
export type ReadableCapacity = CapacityCase & {
  /** What is wrong with candidates that can't be read, if any. */
  readonly unreadCandidates?: readonly string[];
};

type CapacityCase =
  | { readonly case: 'determined'; readonly nominal: number; readonly candidates: readonly CapacityCandidate[] }
  | { readonly case: 'undetermined'; readonly candidates: readonly CapacityCandidate[]; readonly canChoose: boolean }
  | {
      readonly case: 'selected';
      readonly nominal: number;
      readonly candidates: readonly CapacityCandidate[];
      readonly canChoose: boolean;
    };

/** A vehicle, and what else its source says about it. */
export interface ListedVehicle extends Vehicle {
  readonly owner?: string;
  readonly region?: string;
  readonly connected?: boolean;
  readonly hasChargeRecords?: boolean;
}

export interface ListedVehicles {
  readonly vehicles: readonly ListedVehicle[];
  /** Vehicles that are listed but can't be read; without an ID for elements that have none. */
  readonly unread: readonly { readonly id?: string; readonly error: unknown }[];
}

export type RecordsQuery = Omit<ChargeRecordsQuery, 'make'> & {
  /** Saves a request if it is known. */
  readonly make?: string | undefined;
};

export interface RecordPart {
  /** Records that conform to the contract, in the service's order. */
  readonly records: readonly PartialRecord[];
  /** How many further records don't. */
  readonly invalid: number;
}

/** How a list is read: until `signal` aborts, and with a report after each vehicle that was requested. */
export interface ListReading {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
}

/**
 * Reads vehicles, capacity and charge records, whatever their source: a version of the API, the Vehicles view or the
 * sandbox. Rejects with errors that say what to do next.
 */
export interface AccountReader {
  /** Rejects if there are vehicles and none of them can be read. */
  vehicles(reading: ListReading): Promise<ListedVehicles>;
  nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<ReadableCapacity>;
  /** Yields the records as they arrive. Finds out the make if the API needs it. */
  chargeRecords(query: RecordsQuery, signal: AbortSignal): AsyncIterable<RecordPart>;
}
