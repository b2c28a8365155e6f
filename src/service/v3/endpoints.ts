import type { Endpoint } from '../api/endpoint.ts';
import { pathSegment } from '../model/arguments.ts';
import { signalCodes } from './contract.ts';

/** The filters of a list of connections (reported, but for their names). */
export interface ConnectionFilter {
  readonly userId: string;
  readonly vehicleId?: string | undefined;
  /** Without it, only live ones. */
  readonly mode?: 'simulated' | undefined;
}

/** @param page the query that the previous page links; omitted for the first page */
export function connectionsEndpoint(
  operation: 'vehicles' | 'permissions' | 'disconnect',
  filter: ConnectionFilter,
  page?: string,
): Endpoint {
  return { operation, path: `/connections?${page ?? firstPage(filter)}`, isStored: true };
}

/** This size has been requested and granted (reported); no source gives the maximum. */
const pageSize = 100;

function firstPage({ userId, vehicleId, mode }: ConnectionFilter): string {
  const query = new URLSearchParams({ 'filter[userId]': userId });
  if (vehicleId !== undefined) query.set('filter[vehicleId]', vehicleId);
  if (mode !== undefined) query.set('filter[vehicle.mode]', mode);
  query.set('page[size]', String(pageSize));
  return query.toString();
}

/** A page by its number, if no link leads to it. */
export function pageNumbered(filter: ConnectionFilter, number: number): string {
  const query = new URLSearchParams(firstPage(filter));
  query.set('page[number]', String(number));
  return query.toString();
}

/** Ends the application's access to a vehicle. */
export function disconnectEndpoint(connectionId: string): Endpoint {
  return { operation: 'disconnect', method: 'DELETE', path: `/connections/${pathSegment('vehicle ID', connectionId)}` };
}

export function vehicleEndpoint(id: string): Endpoint {
  return { operation: 'vehicle', path: vehiclePath(id), permission: 'read_vehicle_info', isStored: true };
}

/** Signals are read from a store that the car fills (reported). */
export function capacityEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/signals/${signalCodes.capacity}`;
  return { operation: 'nominal-capacity', path, permission: 'read_battery', isStored: true };
}

export function recordsEndpoint(id: string): Endpoint {
  const path = `${vehiclePath(id)}/signals/${signalCodes.chargeRecords}`;
  return { operation: 'charge-records', path, permission: 'read_charge_records' };
}

function vehiclePath(id: string): string {
  return `/vehicles/${pathSegment('vehicle ID', id)}`;
}
