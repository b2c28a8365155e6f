import { limit } from '../common/concurrency-limit.ts';
import type { ServiceError } from './model/errors.ts';
import { type ReadableSignal, readableSignals } from './model/signals.ts';
import type { ChargeRecordsResponse, VehicleData } from './model/vehicle-data.ts';
import type {
  CapacityCandidate,
  ChargeRecordsQuery,
  NominalCapacity,
  PartialRecord,
  Vehicle,
} from './model/vehicles.ts';
import { contractRecords, readRecords, type RecordBatch } from './records/record-stream.ts';
import { isRecord } from '../common/is-record.ts';
import { allFields, fieldKinds } from './records/columns.ts';
import { valueOf } from './records/wire-format.ts';

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
  /** All signals of the vehicle. Rejects in version 2.0, which has none. */
  signals(vehicleId: string, signal: AbortSignal): Promise<readonly ReadableSignal[]>;
  /** Yields the records as they arrive. Finds out the make if the API needs it. */
  chargeRecords(query: RecordsQuery, signal: AbortSignal): AsyncIterable<RecordPart>;
}

const pageSize = 50;

/** Reads an account with a client of either version. */
export class ClientReader implements AccountReader {
  readonly #client: () => VehicleData | Promise<VehicleData>;
  readonly #needsMake: boolean;

  /**
   * @param client called for each operation
   * @param needsMake whether requests for charge records need the make, which costs another request
   */
  constructor(client: () => VehicleData | Promise<VehicleData>, needsMake: boolean) {
    this.#client = client;
    this.#needsMake = needsMake;
  }

  async vehicles(reading: ListReading) {
    return readVehicles(await this.#client(), reading);
  }

  async nominalCapacity(vehicleId: string, signal: AbortSignal) {
    return withoutAddress(await (await this.#client()).nominalCapacity(vehicleId, signal));
  }

  async signals(vehicleId: string, signal: AbortSignal) {
    return readableSignals(await (await this.#client()).signals(vehicleId, signal));
  }

  async *chargeRecords(query: RecordsQuery, signal: AbortSignal) {
    const client = await this.#client();
    const make = query.make ?? (this.#needsMake ? (await client.vehicle(query.vehicleId, signal)).make : '');
    yield* recordsOf(await client.chargeRecords({ ...query, make }, signal));
  }
}

/**
 * All vehicles that the client lists, and those whose make, model and year can't be read. Rejects if there are vehicles
 * and none can be read.
 */
export async function readVehicles(
  client: Pick<VehicleData, 'vehicleIds' | 'vehicle'>,
  { signal, progress }: ListReading,
): Promise<ListedVehicles> {
  const ids = new Set<string>();
  const odd = new Map<string, ServiceError>();
  for (let [offset, total] = [0, Infinity]; offset < total;) {
    const before = ids.size + odd.size;
    const page = await client.vehicleIds({ limit: pageSize, offset }, signal);
    for (const id of page.ids) ids.add(id);
    if (page.unread) odd.set(page.unread.message, page.unread);
    // A page with nothing new ends the list, whatever total the service reports.
    total = ids.size + odd.size > before ? page.total : 0;
    offset += page.size ?? page.ids.length;
  }
  const limited = limit(4);
  const listed = [...ids];
  let done = 0;
  const count = () => progress(++done, listed.length, `${done} vehicles read`);
  const results = await Promise.allSettled(
    listed.map((id) => limited(() => client.vehicle(id, signal), signal).finally(count)),
  );
  signal.throwIfAborted();
  const vehicles = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const ofVehicles = listed.flatMap((id, index) => {
    const result = results[index];
    return result?.status === 'rejected' ? [{ id, error: result.reason as unknown }] : [];
  });
  const unread = [...ofVehicles, ...[...odd.values()].map((error) => ({ error }))];
  if (unread[0] && vehicles.length === 0) throw unread[0].error;
  return { vehicles, unread };
}

/** The records of a response as they arrive. */
export async function* recordsOf({ body, reading }: ChargeRecordsResponse): AsyncGenerator<RecordPart> {
  for await (const batch of readRecords(body, undefined, reading)) {
    const records = keptRecords(batch);
    yield { records, invalid: batch.values.length - records.length };
  }
}

/** Removes the address where the owner chooses, because it contains a token. */
export function withoutAddress(capacity: NominalCapacity): ReadableCapacity {
  if (capacity.case === 'determined') {
    const { isSourceUnknown: _, ...rest } = capacity;
    return rest;
  }
  const { selectUrl, ...rest } = capacity;
  return { ...rest, canChoose: selectUrl !== null };
}

const fields = allFields.filter((field) => fieldKinds[field] !== 'degrees');

/**
 * The records of a batch, converted to the model: of version 2.0, those that conform to the contract; of another form,
 * all, with null for a value that is missing or has the wrong type.
 */
export function keptRecords(batch: RecordBatch): readonly PartialRecord[] {
  const { form } = batch.columns;
  if (!form) return contractRecords(batch);
  return batch.values.map((value) => {
    const record = isRecord(value) ? value : {};
    return Object.fromEntries(fields.map((field) => [field, valueOf(record, field, form)])) as PartialRecord;
  });
}
