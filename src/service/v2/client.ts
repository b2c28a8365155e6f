import type * as z from 'zod';
import { AuthorizedCalls } from '../api/authorized-calls.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { problemsIn, readAnswer, unreadOf } from '../api/read-answer.ts';
import type { StreamedResponse } from '../http/messages.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { contractBroken, isJson, type JsonObject, requestIdOf } from '../http/response-errors.ts';
import type { Transport } from '../http/transport.ts';
import type { ServiceError } from '../model/errors.ts';
import type { RepeatableRequest } from '../model/request-report.ts';
import type {
  ChargeRecordsResponse,
  GrantedPermissions,
  Page,
  VehicleData,
  VehicleDataSession,
  VehicleIds,
  VehicleResource,
} from '../model/vehicle-data.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from '../model/vehicles.ts';
import { apiFailure } from './api-errors.ts';
import * as contract from './contract.ts';
import {
  capacityEndpoint,
  disconnectEndpoint,
  endpointOf,
  permissionsEndpoint,
  recordsEndpoint,
  userEndpoint,
  vehicleEndpoint,
  vehiclesEndpoint,
} from './endpoints.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { BatteryCapacityBody } from './contract.ts';

/** Vehicle data by version 2.0: calls its endpoints, checks their shapes, and returns the types of the model. */
export class VehicleDataV2 implements VehicleData {
  readonly #calls: AuthorizedCalls;

  constructor(session: VehicleDataSession, transport: Transport, rateLimiter: RateLimiter) {
    this.#calls = new AuthorizedCalls(session, transport, rateLimiter, {
      version: contract.apiVersion,
      headers: () => Promise.resolve({}),
      failure: apiFailure,
    });
  }

  async user(signal?: AbortSignal): Promise<{ readonly id: string }> {
    const { body } = await this.#read(userEndpoint, contract.user, signal);
    return { id: body.id };
  }

  async vehicleIds(page: Page, signal?: AbortSignal): Promise<VehicleIds> {
    const { response, body, odd } = await this.#read(vehiclesEndpoint(page), contract.vehicleList, signal);
    const unread = unreadOf(response, odd);
    return { ids: body.vehicles, total: body.paging.count, ...(unread && { unread }) };
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
    for (let offset = 0; offset < total; offset += limit) {
      const endpoint = permissionsEndpoint(vehicleId, { limit, offset });
      const { response, body, odd } = await this.#read(endpoint, contract.permissionList, signal);
      unread ??= unreadOf(response, odd);
      for (const permission of body.permissions) granted.add(permission);
      // An empty page ends the list, whatever total the service reports.
      total = body.permissions.length + odd.length > 0 ? body.paging.count : 0;
    }
    return { granted: [...granted], ...(unread && { unread }) };
  }

  async disconnect(vehicleId: string, signal?: AbortSignal): Promise<void> {
    await this.#read(disconnectEndpoint(vehicleId), contract.disconnected, signal);
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
    const { headers, body } = await this.#calls.stream(recordsEndpoint(query), signal, isRecords);
    return { body, requestId: requestIdOf(headers), fetchedAt: headers.get('sc-fetched-at') ?? undefined };
  }

  async fields(resource: 'vehicle' | 'capacity', vehicleId: string, signal?: AbortSignal): Promise<JsonObject> {
    const endpoint = resource === 'vehicle' ? vehicleEndpoint(vehicleId) : capacityEndpoint(vehicleId);
    return this.#calls.json(endpoint, signal, (_, json) => json);
  }

  async rawJson(resource: VehicleResource, signal?: AbortSignal): Promise<string> {
    const page = { limit: contract.maxPermissionsPerPage, offset: 0 };
    return this.#calls.json(endpointOf(resource, page), signal, ({ text }) => text);
  }

  async repeat(
    { operation, path }: Omit<RepeatableRequest, 'sessionId' | 'version'>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#calls.drain({ operation, path }, signal);
  }

  /** A JSON response, checked against its schema. */
  #read<T>(endpoint: Endpoint, schema: z.ZodType<T>, signal: AbortSignal | undefined) {
    return this.#calls.json(endpoint, signal, (response, json) => {
      const { data: body, odd } = readAnswer(response, json, schema);
      return { response, body, odd };
    });
  }
}

function isRecords({ status, headers }: StreamedResponse): boolean {
  return status === 200 && (isJson(headers) || !headers.has('content-type'));
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
