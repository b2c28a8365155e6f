import type { CapacityCandidate, ChargeRecordsQuery, PartialRecord, Vehicle } from './vehicles.ts';

/**
 * Nominal capacity in the three cases of the document ("Battery capacity response cases"); publicly in kWh. It is
 * without the address at which the owner chooses, which holds a token: `canChoose` says whether there is one.
 */
export type ReadableCapacity = CapacityCase & {
  /** What is wrong with candidates that can't be read, where there are some. */
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

export type RecordsQuery = Omit<ChargeRecordsQuery, 'make'> & {
  /** Saves a request where it is known. */
  readonly make?: string | undefined;
};

export interface RecordPart {
  /** Those that keep to the contract, in the service's order. */
  readonly records: readonly PartialRecord[];
  /** How many more there are that don't. */
  readonly invalid: number;
}

/** How a list is read: until `signal` aborts, and with a report after each vehicle that was asked about. */
export interface ListReading {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
}

/**
 * Vehicles, capacity and charge records, wherever they come from: a version of the API, the Vehicles view or the
 * sandbox. Rejects with errors that say what to do next.
 */
export interface AccountReader {
  /** Rejects if there are vehicles and none of them can be read. */
  vehicles(reading: ListReading): Promise<ListedVehicles>;
  nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<ReadableCapacity>;
  /** As the records come. The make is found out where the API asks for it. */
  chargeRecords(query: RecordsQuery, signal: AbortSignal): AsyncIterable<RecordPart>;
}
