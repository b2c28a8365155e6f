import type { ServiceEnvironment } from './environment.ts';
import type { LimitClock } from './limit-clock.ts';
import type { ServiceError } from './errors.ts';
import type { RecordReading } from './record-reading.ts';
import type { RepeatableRequest } from './request-report.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from './vehicles.ts';

/**
 * The vehicle data of one session: what every version of the service offers to the rooms above it. Every rejection is a
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
  /** Ends the application's access to the vehicle, for good (public): only the owner can give it again. */
  disconnect(vehicleId: string, signal?: AbortSignal): Promise<void>;
  nominalCapacity(vehicleId: string, signal?: AbortSignal): Promise<NominalCapacity>;
  chargeRecords(query: ChargeRecordsQuery, signal?: AbortSignal): Promise<ChargeRecordsResponse>;
  /**
   * The object in which the table of moves (`service/field-mapping`) has the fields of a resource: the body, or that of its
   * signal. As it came, once it is no failure. May hold a secret, as {@link rawJson} may.
   */
  fields(resource: 'vehicle' | 'capacity', vehicleId: string, signal?: AbortSignal): Promise<JsonFields>;
  /**
   * The JSON object that the service answers, to the letter and unchecked: for people to read. May hold a secret: the
   * address of a capacity's choice does.
   */
  rawJson(resource: VehicleResource, signal?: AbortSignal): Promise<string>;
  /** Sends a request again, to see what is answered now. The answer is told in the report alone. */
  repeat(request: Omit<RepeatableRequest, 'sessionId'>, signal?: AbortSignal): Promise<void>;
}

type JsonFields = Readonly<Record<string, unknown>>;

/** What a client needs to know of the session that it works for. */
export interface VehicleDataSession {
  /** Asked for each request, because the sandbox may move to another port. */
  readonly environment: () => Promise<ServiceEnvironment>;
  /** Told in the reports of requests, so that one can be repeated. Absent before there is a session. */
  readonly sessionId?: string | undefined;
  /** Told likewise: what the agent calls itself for whom it is asked. */
  readonly askedBy?: string | undefined;
  /**
   * The access token to use. Called again with the rejected token after a 401, once; whoever answers decides whether
   * another generation exists or a refresh is due.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
  /** Where limits run out by another clock than this machine's: the sandbox's. */
  readonly limitClock?: LimitClock | undefined;
  /** The owner's ID, for a version whose access token doesn't say whose data is asked for. Rejects where nobody knows. */
  readonly ownerId?: (() => Promise<string>) | undefined;
}

/** Part of a list: `limit` at most 50 (public). */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface VehicleIds {
  readonly ids: readonly string[];
  readonly total: number;
  /** Whether plans charge for each request about a vehicle: then none is sent that nobody has asked for. */
  readonly isMetered?: boolean | undefined;
  /** What is wrong with elements of the page that name no vehicle. */
  readonly unread?: ServiceError | undefined;
}

export interface GrantedPermissions {
  readonly granted: readonly string[];
  /** What is wrong with elements of the list that are no permission. */
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
  /** Where the body is of another form: how its records are read. */
  readonly reading?: RecordReading | undefined;
  readonly requestId: string | undefined;
  /** When the service fetched it from the maker (`SC-Fetched-At`, ISO 8601), if it says so. */
  readonly fetchedAt: string | undefined;
  /** Of a file, what was understood of it and what was not read: sentences in the user's language. */
  readonly notes?: readonly string[] | undefined;
}
