import type { Permission } from './contract.ts';
import { dateQuery, pathSegment } from '../http/request-checks.ts';
import type { Operation } from '../http/transport.ts';
import type { ChargeRecordsQuery } from '../model/vehicles.ts';

/** One vehicle data endpoint: its name, its path after the version, and what the owner must have granted. */
export interface Endpoint {
  readonly operation: Operation;
  /** GET unless it says otherwise. */
  readonly method?: 'GET' | 'DELETE';
  readonly path: string;
  readonly permission?: Permission;
}

/** Part of a list: `limit` at most 50 (public). */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** What can be read about one vehicle. */
export type VehicleQuestion =
  | { readonly kind: 'vehicle' | 'capacity' | 'permissions'; readonly vehicleId: string }
  | ({ readonly kind: 'records' } & ChargeRecordsQuery);

/** The owner (public). */
export const userEndpoint: Endpoint = { operation: 'user', path: '/user' };

/** Vehicle ids (public). */
export function vehiclesEndpoint(page: Page): Endpoint {
  return { operation: 'vehicles', path: `/vehicles${pageQuery(page)}` };
}

/** Attributes (public). Like all below, throws ServiceError (`input`) for an id that can't stand in a path. */
export function vehicleEndpoint(id: string): Endpoint {
  return { operation: 'vehicle', path: vehiclePath(id), permission: 'read_vehicle_info' };
}

/** What the owner has granted for the vehicle (public); needs no permission itself and is not billed. */
export function permissionsEndpoint(id: string, page: Page): Endpoint {
  return { operation: 'permissions', path: `${vehiclePath(id)}/permissions${pageQuery(page)}` };
}

/** Ends the application's access to the vehicle (public). */
export function disconnectEndpoint(id: string): Endpoint {
  return { operation: 'disconnect', method: 'DELETE', path: `${vehiclePath(id)}/application` };
}

/** Endpoint 3 of the document. */
export function capacityEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/battery/nominal_capacity`;
  return { operation: 'nominal-capacity', path, permission: 'read_battery' };
}

/** Endpoint 4 of the document. */
export function recordsEndpoint({ vehicleId, make, startDate, endDate }: ChargeRecordsQuery): Endpoint {
  // The service answers a make in upper case, as its own attributes spell it, with PERMISSION (public).
  const segment = pathSegment('make', make.toLowerCase());
  const path = `${vehiclePath(vehicleId)}/${segment}/charge/records${dateQuery(startDate, endDate)}`;
  return { operation: 'charge-records', path, permission: 'read_charge_records' };
}

export function endpointOf(question: VehicleQuestion, page: Page): Endpoint {
  switch (question.kind) {
    case 'vehicle':
      return vehicleEndpoint(question.vehicleId);
    case 'capacity':
      return capacityEndpoint(question.vehicleId);
    case 'permissions':
      return permissionsEndpoint(question.vehicleId, page);
    case 'records':
      return recordsEndpoint(question);
  }
}

function vehiclePath(id: string): string {
  return `/vehicles/${pathSegment('vehicle id', id)}`;
}

function pageQuery({ limit, offset }: Page): string {
  return `?limit=${limit}&offset=${offset}`;
}
