import type { ServiceEnvironment } from './environment.ts';
import type { ServiceError } from './errors.ts';
import type { RecordReading } from './record-reading.ts';
import type { RepeatableRequest } from './request-report.ts';
import type { VehicleSignals } from './signals.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from './vehicles.ts';

/**
 * The vehicle data of one session: the operations that every version of the service offers. Every rejection is a
 * ServiceError.
 */
export interface VehicleData {
  /** The owner's ID (public). */
  user(signal?: AbortSignal): Promise<{ readonly id: string }>;
  /** One page of IDs (public). `total` counts all pages. */
  vehicleIds(page: Page, signal?: AbortSignal): Promise<VehicleIds>;
  /** Make, model, year (public; needs `read_vehicle_info`). */
  vehicle(id: string, signal?: AbortSignal): Promise<Vehicle>;
  /** What the owner has granted for the vehicle, from every page (public; not billed). */
  permissions(vehicleId: string, signal?: AbortSignal): Promise<GrantedPermissions>;
  /** Ends the application's access to the vehicle permanently (public): only the owner can grant it again. */
  disconnect(vehicleId: string, signal?: AbortSignal): Promise<void>;
  nominalCapacity(vehicleId: string, signal?: AbortSignal): Promise<NominalCapacity>;
  /** All signals of the vehicle, by one request; undefined, without a request, in version 2.0, which has none. */
  signals(vehicleId: string, signal?: AbortSignal): Promise<VehicleSignals | undefined>;
  chargeRecords(query: ChargeRecordsQuery, signal?: AbortSignal): Promise<ChargeRecordsResponse>;
  /**
   * The object that contains a resource's fields, as listed in the field mapping (`service/field-mapping`): the body,
   * or that of its signal. It is returned as received unless it is a failure. May contain a secret, like
   * {@link rawJson}.
   */
  fields(resource: 'vehicle' | 'capacity', vehicleId: string, signal?: AbortSignal): Promise<JsonFields>;
  /**
   * The JSON object that the service answers, verbatim and unchecked, for people to read. May contain a secret: the
   * address where the owner chooses the capacity has a token.
   */
  rawJson(resource: VehicleResource, signal?: AbortSignal): Promise<string>;
  /** Sends a request again, to see the current response. The response appears only in the report. */
  repeat(request: Omit<RepeatableRequest, 'sessionId' | 'version'>, signal?: AbortSignal): Promise<void>;
}

type JsonFields = Readonly<Record<string, unknown>>;

/** What a client needs from the session that it works for. */
export interface VehicleDataSession {
  /** Called for each request, because the sandbox may move to another port. */
  readonly environment: () => Promise<ServiceEnvironment>;
  /** Included in the reports of requests, so that they can be repeated. Absent before there is a session. */
  readonly sessionId?: string | undefined;
  /** Also included in the reports: the name that the agent gives itself, if the request is sent for one. */
  readonly askedBy?: string | undefined;
  /**
   * The access token to use. After a 401, it is called once more with the rejected token; the implementation decides
   * whether there already is a newer token or a refresh is due.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
  /** Told of each failure of a call. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Set if limits expire by a clock other than this machine's: the sandbox's. */
  readonly limitClock?: LimitClock | undefined;
  /** The owner's ID, for a version whose access token doesn't identify the owner. Rejects if the ID is unknown. */
  readonly ownerId?: (() => Promise<string>) | undefined;
}

/** Part of a list: `limit` at most 50 (public). */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface VehicleIds {
  readonly ids: readonly string[];
  /** How many elements the page has, if some identify no vehicle. It may have fewer than were asked for. */
  readonly size?: number;
  readonly total: number;
  /** Vehicles of the page that the list itself describes: no request is needed for them. */
  readonly described?: readonly DescribedVehicle[] | undefined;
  /** Whether plans charge for each request about a vehicle: then no request is sent without the user's initiative. */
  readonly isMetered?: boolean | undefined;
  /** What is wrong with elements of the page that don't identify a vehicle. */
  readonly unread?: ServiceError | undefined;
}

/** What a list says about a vehicle. */
export interface DescribedVehicle extends Vehicle {
  readonly granted?: readonly string[] | undefined;
}

export interface GrantedPermissions {
  readonly granted: readonly string[];
  /** What is wrong with elements of the list that are not permissions. */
  readonly unread?: ServiceError | undefined;
}

/** What can be read about one vehicle. */
export type VehicleResource =
  | { readonly kind: 'vehicle' | 'capacity' | 'permissions'; readonly vehicleId: string }
  | ({ readonly kind: 'records' } & ChargeRecordsQuery);

export interface ChargeRecordsResponse {
  /**
   * `{"records":[…]}` as bytes, its records in the form of {@link ChargeRecord}. Iterate it, or call its iterator's
   * `return`: until then the connection stays open.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** How to read the records if the body has another form. */
  readonly reading?: RecordReading | undefined;
  readonly requestId: string | undefined;
  /** When the service fetched it from the maker (`SC-Fetched-At`, ISO 8601), if it says so. */
  readonly fetchedAt: string | undefined;
  /** What could not be decoded of a file, in the user's language. */
  readonly note?: string | undefined;
}

/** The state of the clock by which a service's rate limits expire. */
export interface LimitTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How many of its milliseconds pass per millisecond here; 0 while it is stopped. */
  readonly speed: number;
  /** If this differs from before, what an earlier 429 said no longer applies. */
  readonly era: string;
}

/**
 * The clock of a service that differs from this machine's: the sandbox's can be set, stopped and sped up, and its
 * limits can be removed. Rejects if the service does not answer.
 */
export type LimitClock = () => Promise<LimitTime>;
