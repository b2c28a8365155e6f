import type * as z from 'zod';
import { AuthorizedCalls, type Endpoint, vehiclePath } from '../api/authorized-calls.ts';
import { problemsIn, readAnswer, unreadOf } from '../api/read-answer.ts';
import { contractBroken, type JsonObject, requestIdOf } from '../http/response-errors.ts';
import type { ServiceError } from '../model/errors.ts';
import type {
  ChargeRecordsResponse,
  GrantedPermissions,
  Page,
  VehicleData,
  VehicleIds,
} from '../model/vehicle-data.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from '../model/vehicles.ts';
import { apiFailure } from './api-errors.ts';
import * as contract from './contract.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { BatteryCapacityBody } from './contract.ts';
import { checkDates, pathSegment } from '../model/arguments.ts';

/** Vehicle data by version 2.0: calls its endpoints, checks their shapes, and returns the types of the model. */
export class VehicleDataV2 extends AuthorizedCalls implements VehicleData {
  protected override readonly version = contract.apiVersion;
  protected override readonly failure = apiFailure;
  protected override readonly endpoints = {
    vehicle: vehicleEndpoint,
    capacity: capacityEndpoint,
    permissions: (id: string) => permissionsEndpoint(id, { limit: contract.maxPermissionsPerPage, offset: 0 }),
    records: recordsEndpoint,
  };

  async user(signal?: AbortSignal): Promise<{ readonly id: string }> {
    const { body } = await this.#read(userEndpoint, contract.user, signal);
    return { id: body.id };
  }

  async vehicleIds(page: Page, signal?: AbortSignal): Promise<VehicleIds> {
    const { response, body, odd } = await this.#read(vehiclesEndpoint(page), contract.vehicleList, signal);
    const unread = unreadOf(response, odd);
    const size = body.vehicles.length + odd.length;
    return { ids: body.vehicles, total: body.paging.count, ...(unread && { unread, size }) };
  }

  async vehicle(id: string, signal?: AbortSignal): Promise<Vehicle> {
    const { body } = await this.#read(vehicleEndpoint(id), contract.vehicleAttributes, signal);
    return { id, make: body.make, model: body.model, year: body.year };
  }

  async permissions(vehicleId: string, signal?: AbortSignal): Promise<GrantedPermissions> {
    const granted = new Set<string>();
    let unread: ServiceError | undefined;
    const limit = contract.maxPermissionsPerPage;
    let total = Infinity;
    for (let offset = 0; offset < total;) {
      const endpoint = permissionsEndpoint(vehicleId, { limit, offset });
      const { response, body, odd } = await this.#read(endpoint, contract.permissionList, signal);
      unread ??= unreadOf(response, odd);
      for (const permission of body.permissions) granted.add(permission);
      // An empty page ends the list, whatever total the service reports.
      const size = body.permissions.length + odd.length;
      total = size > 0 ? body.paging.count : 0;
      offset += size;
    }
    return { granted: [...granted], ...(unread && { unread }) };
  }

  async disconnect(vehicleId: string, signal?: AbortSignal): Promise<void> {
    await this.#read(disconnectEndpoint(vehicleId), contract.disconnected, signal);
  }

  signals(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async nominalCapacity(vehicleId: string, signal?: AbortSignal): Promise<NominalCapacity> {
    const { response, body, odd } = await this.#read(capacityEndpoint(vehicleId), contract.batteryCapacity, signal);
    const capacity = readCapacity(body);
    if ('contradiction' in capacity) throw contractBroken(response, [capacity.contradiction]);
    return odd.length === 0 ? capacity : { ...capacity, unreadCandidates: problemsIn(odd) };
  }

  /**
   * The body is returned unchanged, because version 2.0 writes records in the shape of the model. The service keeps
   * about the last 30 days (public); an earlier startDate is sent anyway, and the service decides.
   */
  async chargeRecords(query: ChargeRecordsQuery, signal?: AbortSignal): Promise<ChargeRecordsResponse> {
    const { headers, body } = await this.stream(recordsEndpoint(query), signal);
    return { body, requestId: requestIdOf(headers), fetchedAt: headers.get('sc-fetched-at') ?? undefined };
  }

  async fields(resource: 'vehicle' | 'capacity', vehicleId: string, signal?: AbortSignal): Promise<JsonObject> {
    return this.json(await this.endpointOf({ kind: resource, vehicleId }), signal, (_, json) => json);
  }

  /** A JSON response, checked against its schema. */
  #read<T>(endpoint: Endpoint, schema: z.ZodType<T>, signal: AbortSignal | undefined) {
    return this.json(endpoint, signal, (response, json) => {
      const { data: body, odd } = readAnswer(response, json, schema);
      return { response, body, odd };
    });
  }
}

/**
 * Which case of the specification a battery capacity body is ("Battery capacity response cases"), or how it contradicts
 * itself. The number of candidates is not checked: "one" and "several" in the specification are not limits.
 */
function readCapacity(body: BatteryCapacityBody): NominalCapacity | { readonly contradiction: string } {
  const candidates = body.availableCapacities.map(({ capacity, description }) => ({ capacity, description }));
  const { capacity, url } = body;
  if (url !== null && !/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    return { contradiction: t('{0}: not a web address', 'url') };
  }
  if (capacity === null) return { case: 'undetermined', candidates, selectUrl: url };
  if (capacity.source === 'USER_SELECTED') {
    return { case: 'selected', nominal: capacity.nominal, candidates, selectUrl: url };
  }
  if (url !== null)
    return { contradiction: t('{0}: must be null if {1} is {2}', 'url', 'capacity.source', 'SMARTCAR') };
  return { case: 'determined', nominal: capacity.nominal, candidates };
}

/** The owner (public). */
const userEndpoint: Endpoint = { operation: 'user', path: '/user', isStored: true };

/** Vehicle IDs (public). */
function vehiclesEndpoint(page: Page): Endpoint {
  return { operation: 'vehicles', path: `/vehicles${pageQuery(page)}`, isStored: true };
}

/** Attributes (public). Like all below, throws ServiceError (`input`) for an ID that can't be part of a path. */
export function vehicleEndpoint(id: string): Endpoint {
  return { operation: 'vehicle', path: vehiclePath(id), permission: 'read_vehicle_info' };
}

/** What the owner has granted for the vehicle (public); needs no permission itself and is not billed. */
function permissionsEndpoint(id: string, page: Page): Endpoint {
  return { operation: 'permissions', path: `${vehiclePath(id)}/permissions${pageQuery(page)}`, isStored: true };
}

/** Ends the application's access to the vehicle (public). */
function disconnectEndpoint(id: string): Endpoint {
  return { operation: 'disconnect', method: 'DELETE', path: `${vehiclePath(id)}/application` };
}

/** Endpoint 3 of the specification. */
function capacityEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/battery/nominal_capacity`;
  return { operation: 'nominal-capacity', path, permission: 'read_battery' };
}

/** Endpoint 4 of the specification. */
function recordsEndpoint({ vehicleId, make, startDate, endDate }: ChargeRecordsQuery): Endpoint {
  // The service's own attributes have the make in upper case, but in the path it answers that with PERMISSION (public).
  const segment = pathSegment('make', make.toLowerCase());
  const path = `${vehiclePath(vehicleId)}/${segment}/charge/records${dateQuery(startDate, endDate)}`;
  return { operation: 'charge-records', path, permission: 'read_charge_records' };
}

/** The query of the charge records, with its question mark; empty without dates. Throws ServiceError (`input`). */
function dateQuery(startDate: string | undefined, endDate: string | undefined): string {
  checkDates({ startDate, endDate });
  const query = new URLSearchParams();
  if (startDate !== undefined) query.set('startDate', startDate);
  if (endDate !== undefined) query.set('endDate', endDate);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function pageQuery({ limit, offset }: Page): string {
  return `?limit=${limit}&offset=${offset}`;
}
