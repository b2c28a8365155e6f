import type * as z from 'zod';
import { requestedDays } from '../../common/date-range.ts';
import { t } from '../../common/translate.ts';
import { type ApiContext, AuthorizedCalls, type Endpoint, vehiclePath } from '../api/authorized-calls.ts';
import { readAnswer } from '../api/read-answer.ts';
import { contractBroken, type JsonObject, parseHttpDate, requestIdOf } from '../http/response-errors.ts';
import type { StreamedResponse, TextResponse } from '../http/messages.ts';
import { checkDates, pathSegment } from '../model/arguments.ts';
import { ServiceError } from '../model/errors.ts';
import type { EnvelopeJudge } from '../model/record-reading.ts';
import type {
  ChargeRecordsResponse,
  GrantedPermissions,
  Page,
  VehicleData,
  VehicleIds,
} from '../model/vehicle-data.ts';
import type { VehicleSignals } from '../model/signals.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from '../model/vehicles.ts';
import { chargeForm } from '../records/wire-format.ts';
import { apiFailure, listedFailure } from './api-errors.ts';
import { type ConnectionFilter, type Connections, connectionsEndpoint, readConnections } from './connections.ts';
import {
  apiVersion,
  connectionReference,
  type ConnectionReference,
  oneVehicle,
  permissionConnection,
  signalCodes,
  type VehicleConnection,
  vehicleConnection,
} from './contract.ts';
import { capacityIn, readSignals, signalBody } from './read-signal.ts';

/** Vehicle data by version 3: a token of the application, and the owner's ID in a header. */
export class VehicleDataV3 extends AuthorizedCalls implements VehicleData {
  protected override readonly version = apiVersion;
  protected override readonly isMetered = true;
  protected override readonly failure = apiFailure;
  protected override readonly endpoints = {
    vehicle: vehicleEndpoint,
    capacity: capacityEndpoint,
    permissions: async (id: string) => connectionsEndpoint('permissions', await this.#filter(id)),
    records: ({ vehicleId }: ChargeRecordsQuery) => recordsEndpoint(vehicleId),
  };
  /** The list as last read: it contains for each vehicle what a billed request would return. */
  #connections: Connections<VehicleConnection> | undefined;

  protected override async headers() {
    return { 'sc-user-id': await this.#ownerId() };
  }

  async user(): Promise<{ readonly id: string }> {
    return { id: await this.#ownerId() };
  }

  /** Returns the whole list, because version 3 counts pages differently. */
  async vehicleIds({ limit, offset }: Page, signal?: AbortSignal): Promise<VehicleIds> {
    if (offset === 0 || !this.#connections) {
      this.#connections = await readConnections(this, 'vehicles', await this.#filter(), vehicleConnection, signal);
    }
    const { vehicleIds, listed, unread } = this.#connections;
    const ids = vehicleIds.slice(offset, offset + limit);
    const known = new Map(listed.map(({ relationships, attributes }) => [relationships.vehicle.data.id, attributes]));
    const described = ids.flatMap((id) => {
      const attributes = known.get(id);
      const granted = permissionConnection.shape.attributes.safeParse(attributes).data?.permissions;
      return attributes ? [{ ...vehicleOf(id, attributes.vehicle), granted }] : [];
    });
    // Nothing costs anything in the sandbox.
    const isMetered = !(await this.session.environment()).canSubscribe;
    return { ids, total: vehicleIds.length, described, isMetered, ...(unread && { unread }) };
  }

  async vehicle(id: string, signal?: AbortSignal): Promise<Vehicle> {
    const known = this.#connections?.listed.find(({ relationships }) => relationships.vehicle.data.id === id);
    if (known) return vehicleOf(id, known.attributes.vehicle);
    const odd = this.#connections?.odd.get(id);
    if (odd) throw odd;
    return this.json(vehicleEndpoint(id), signal, (response, json) =>
      vehicleOf(id, parsed(response, json, oneVehicle).data.attributes),
    );
  }

  async permissions(vehicleId: string, signal?: AbortSignal): Promise<GrantedPermissions> {
    const { listed, failure } = await this.#connectionsOf('permissions', vehicleId, permissionConnection, signal);
    const granted = [...new Set(listed.flatMap(({ attributes }) => attributes.permissions))];
    return { granted, ...(failure && { unread: failure }) };
  }

  async disconnect(vehicleId: string, signal?: AbortSignal): Promise<void> {
    const { listed, failure } = await this.#connectionsOf('disconnect', vehicleId, connectionReference, signal);
    for (const { id } of listed) await this.drain(disconnectEndpoint(id), signal);
    this.#connections = undefined;
    // A connection that can't be read remains active.
    if (failure) throw failure;
  }

  async nominalCapacity(vehicleId: string, signal?: AbortSignal): Promise<NominalCapacity> {
    return this.json(capacityEndpoint(vehicleId), signal, capacityIn);
  }

  async signals(vehicleId: string, signal?: AbortSignal): Promise<VehicleSignals> {
    return this.json(signalsEndpoint(vehicleId), signal, readSignals);
  }

  /**
   * Version 3 accepts no dates (public): records of other days are left out here. Its own default range is unknown, so
   * without dates the range is that of version 2.0.
   */
  async chargeRecords(
    { vehicleId, ...days }: ChargeRecordsQuery,
    signal?: AbortSignal,
  ): Promise<ChargeRecordsResponse> {
    checkDates(days);
    const endpoint = recordsEndpoint(vehicleId);
    const environment = await this.session.environment();
    const response = await this.stream(endpoint, signal);
    const range = requestedDays(days, answeredAt(response));
    return {
      body: response.body,
      reading: { form: chargeForm, judge: recordsJudge(response, { ...endpoint, environment, secrets: [] }), range },
      requestId: requestIdOf(response.headers),
      fetchedAt: response.headers.get('sc-fetched-at') ?? undefined,
    };
  }

  async fields(resource: 'vehicle' | 'capacity', vehicleId: string, signal?: AbortSignal): Promise<JsonObject> {
    return this.json(await this.endpointOf({ kind: resource, vehicleId }), signal, (response, json, context) =>
      resource === 'capacity'
        ? signalBody(response, json, signalCodes.capacity, context)
        : parsed(response, json, oneVehicle),
    );
  }

  /** The readable connections of one vehicle, and what is wrong with others. */
  async #connectionsOf<T extends ConnectionReference>(
    operation: 'permissions' | 'disconnect',
    vehicleId: string,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
  ) {
    const filter = await this.#filter(vehicleId);
    const { listed, odd, unread } = await readConnections(this, operation, filter, schema, signal);
    const failure = odd.get(vehicleId) ?? unread;
    if (listed.length > 0) return { listed, failure };
    if (failure) throw failure;
    throw new ServiceError(t('The owner has not connected this vehicle to the application.'), {
      kind: 'api',
      turn: 'reconnect',
      nextStep: t('Connect again and include this vehicle.'),
      sent: true,
    });
  }

  async #filter(vehicleId?: string): Promise<ConnectionFilter> {
    const { mode } = await this.session.environment();
    return { userId: await this.#ownerId(), vehicleId, mode: mode === 'simulated' ? mode : undefined };
  }

  async #ownerId(): Promise<string> {
    const id = await this.session.ownerId?.();
    if (id !== undefined) return id;
    throw new ServiceError(t('Version 3 needs the ID of the owner, which is not known.'), {
      kind: 'input',
      turn: 'reconnect',
      nextStep: t('Connect again.'),
      sent: false,
    });
  }
}

function parsed<T>(response: TextResponse, json: JsonObject, schema: z.ZodType<T>): T {
  const failure = listedFailure(response, json, { secrets: [] });
  if (failure) throw failure;
  return readAnswer(response, json, schema).data;
}

function vehicleOf(id: string, { make, model, year }: Omit<Vehicle, 'id'>): Vehicle {
  // No source says which makes have records.
  return { id, make, model, year, mayHaveRecords: true };
}

/** By the responding service's clock: a sandbox has its own. */
function answeredAt({ headers, receivedAt }: StreamedResponse): number {
  return parseHttpDate(headers.get('date')?.trim() ?? '', receivedAt) ?? receivedAt;
}

/** Checks the signal around the records: their presence doesn't mean that the signal succeeded. */
function recordsJudge(response: StreamedResponse, context: ApiContext): EnvelopeJudge {
  return (around) => {
    if (typeof around !== 'object' || around === null || Array.isArray(around)) {
      throw contractBroken(response, [`${t('body')}: ${t('expected {0}', t('an object'))}`]);
    }
    const body = signalBody(response, around as JsonObject, signalCodes.chargeRecords, context);
    if (!Array.isArray(body.values)) throw contractBroken(response, [`body.values: ${t('expected {0}', t('a list'))}`]);
    return Object.keys(body).filter((name) => name !== 'values');
  };
}

/** Ends the application's access to a vehicle. */
function disconnectEndpoint(connectionId: string): Endpoint {
  return { operation: 'disconnect', method: 'DELETE', path: `/connections/${pathSegment('vehicle ID', connectionId)}` };
}

function vehicleEndpoint(id: string): Endpoint {
  return { operation: 'vehicle', path: vehiclePath(id), permission: 'read_vehicle_info', isStored: true };
}

/** Signals are read from a store that the car fills (reported). */
function signalsEndpoint(id: string): Endpoint {
  return { operation: 'signals', path: `${vehiclePath(id)}/signals`, isStored: true };
}

function capacityEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/signals/${signalCodes.capacity}`;
  return { operation: 'nominal-capacity', path, permission: 'read_battery', isStored: true };
}

function recordsEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/signals/${signalCodes.chargeRecords}`;
  return { operation: 'charge-records', path, permission: 'read_charge_records' };
}
