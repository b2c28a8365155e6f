import type { Endpoint } from '../api/endpoint.ts';
import { checkDates, pathSegment } from '../model/arguments.ts';
import type { Page, VehicleResource } from '../model/vehicle-data.ts';
import type { ChargeRecordsQuery } from '../model/vehicles.ts';

/** The owner (public). */
export const userEndpoint: Endpoint = { operation: 'user', path: '/user', isStored: true };

/** Vehicle IDs (public). */
export function vehiclesEndpoint(page: Page): Endpoint {
  return { operation: 'vehicles', path: `/vehicles${pageQuery(page)}`, isStored: true };
}

/** Attributes (public). Like all below, throws ServiceError (`input`) for an ID that can't be part of a path. */
export function vehicleEndpoint(id: string): Endpoint {
  return { operation: 'vehicle', path: vehiclePath(id), permission: 'read_vehicle_info' };
}

/** What the owner has granted for the vehicle (public); needs no permission itself and is not billed. */
export function permissionsEndpoint(id: string, page: Page): Endpoint {
  return { operation: 'permissions', path: `${vehiclePath(id)}/permissions${pageQuery(page)}`, isStored: true };
}

/** Ends the application's access to the vehicle (public). */
export function disconnectEndpoint(id: string): Endpoint {
  return { operation: 'disconnect', method: 'DELETE', path: `${vehiclePath(id)}/application` };
}

/** Endpoint 3 of the specification. */
export function capacityEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/battery/nominal_capacity`;
  return { operation: 'nominal-capacity', path, permission: 'read_battery' };
}

/** Endpoint 4 of the specification. */
export function recordsEndpoint({ vehicleId, make, startDate, endDate }: ChargeRecordsQuery): Endpoint {
  // The service's own attributes have the make in upper case, but in the path it answers that with PERMISSION (public).
  const segment = pathSegment('make', make.toLowerCase());
  const path = `${vehiclePath(vehicleId)}/${segment}/charge/records${dateQuery(startDate, endDate)}`;
  return { operation: 'charge-records', path, permission: 'read_charge_records' };
}

export function endpointOf(resource: VehicleResource, page: Page): Endpoint {
  switch (resource.kind) {
    case 'vehicle':
      return vehicleEndpoint(resource.vehicleId);
    case 'capacity':
      return capacityEndpoint(resource.vehicleId);
    case 'permissions':
      return permissionsEndpoint(resource.vehicleId, page);
    case 'records':
      return recordsEndpoint(resource);
  }
}

function vehiclePath(id: string): string {
  return `/vehicles/${pathSegment('vehicle ID', id)}`;
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
