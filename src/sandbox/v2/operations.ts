import * as z from 'zod';
import {
  apiError,
  apiVersion,
  batteryCapacity,
  capacityEntry,
  chargeRecord,
  chargeRecords,
  chargeRecordsQuery,
  disconnected,
  maxVehiclesPerPage,
  paging,
  permissionList,
  selectedCapacity,
  user,
  vehicleAttributes,
  vehicleList,
} from '../../service/v2/contract.ts';
import type { DescribedAnswer, DescribedOperation } from '../web/openapi.ts';

export const apiSchemas = {
  ApiError: apiError,
  CapacityEntry: capacityEntry,
  SelectedCapacity: selectedCapacity,
  BatteryCapacity: batteryCapacity,
  ChargeRecord: chargeRecord,
  ChargeRecords: chargeRecords,
  Paging: paging,
  VehicleList: vehicleList,
  VehicleAttributes: vehicleAttributes,
  User: user,
  Permissions: permissionList,
  Disconnected: disconnected,
};

/** Statuses that are publicly documented for the vehicle data endpoints. */
const errors: Readonly<Record<string, DescribedAnswer>> = Object.fromEntries(
  [400, 401, 403, 404, 409, 429, 430, 500, 501, 502].map((status) => [status, { schema: apiError }]),
);
const id = z.object({ id: z.uuid().describe('The vehicle') });
const headers = z.object({ 'SC-Unit-System': z.enum(['metric', 'imperial']).default('metric').describe('Units') });

function endpoint(
  name: DescribedOperation['operation'],
  path: string,
  summary: string,
  answer: z.ZodType,
  others: Partial<DescribedOperation> = {},
): DescribedOperation {
  return {
    method: 'GET',
    path: `/${apiVersion}${path}`,
    id: name,
    operation: name,
    summary,
    security: 'accessToken',
    ...(path.includes(':id') && { params: id }),
    headers,
    answers: { '200': { schema: answer }, ...errors },
    ...others,
  };
}

function pageQuery(defaultLimit: number) {
  const limit = z.coerce.number().int().min(1).max(maxVehiclesPerPage).default(defaultLimit);
  return z.object({
    limit: limit.describe('How many'),
    offset: z.coerce.number().int().min(0).default(0).describe('After how many'),
  });
}
/** Public: pages of `limit` (at most 50) from `offset`. */
export const vehiclesPage = pageQuery(10);
export const permissionsPage = pageQuery(25);

const vehicle = '/vehicles/:id';

/** Every endpoint of the vehicle data. */
export const apiOperations = {
  capacity: endpoint(
    'capacity',
    `${vehicle}/battery/nominal_capacity`,
    'Battery nominal capacity in kWh; permission read_battery',
    batteryCapacity,
  ),
  records: endpoint(
    'records',
    `${vehicle}/:make/charge/records`,
    'Charge records; permission read_charge_records',
    chargeRecords,
    {
      params: id.extend({ make: z.string().describe('The make of the vehicle, in lower case') }),
      query: chargeRecordsQuery,
    },
  ),
  vehicle: endpoint('vehicle', vehicle, 'Make, model and year; permission read_vehicle_info', vehicleAttributes, {
    slash: true,
  }),
  permissions: endpoint('permissions', `${vehicle}/permissions`, 'What the owner granted', permissionList, {
    query: permissionsPage,
  }),
  user: endpoint('user', '/user', 'The owner', user, { slash: true }),
  vehicles: endpoint('vehicles', '/vehicles', 'IDs of the vehicles', vehicleList, { query: vehiclesPage, slash: true }),
  disconnect: endpoint(
    'disconnect',
    `${vehicle}/application`,
    'Disconnect the vehicle from the application',
    disconnected,
    { method: 'DELETE' },
  ),
};
