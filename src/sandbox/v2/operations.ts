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
  paging,
  permissionList,
  selectedCapacity,
  user,
  vehicleAttributes,
  vehicleList,
} from '../../service/v2/contract.ts';
import type { DescribedAnswer, DescribedOperation } from '../web/openapi-document.ts';
import type { Operation } from '../web/operations.ts';
import { pageOperations } from '../web/page-operations.ts';
import { capacityLinkQuery, capacityPath } from './capacity-link.ts';
import { type Reading, permissionsPage, type ReadRequest, type VehicleReads, vehiclesPage } from './vehicle-reads.ts';

const vin = z.looseObject({ vin: z.string() });

export const batchRequest = z.object({ requests: z.array(z.object({ path: z.string() })).min(1) });
const batchAnswer = z.looseObject({
  responses: z.array(
    z.looseObject({
      path: z.string(),
      code: z.number().int(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    }),
  ),
});

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
  Vin: vin,
  Permissions: permissionList,
  Batch: batchRequest,
  BatchAnswer: batchAnswer,
  Disconnected: disconnected,
};

/** Statuses that are publicly documented for the vehicle data endpoints. */
const errors: Readonly<Record<string, DescribedAnswer>> = Object.fromEntries(
  [400, 401, 403, 404, 409, 429, 430, 500, 501, 502].map((status) => [status, { schema: apiError }]),
);
const commonRules = ['data.', 'errors.', 'limits.application', 'sandbox.'];
const id = z.object({ id: z.uuid().describe('The vehicle') });
const headers = z.object({ 'SC-Unit-System': z.enum(['metric', 'imperial']).default('metric').describe('Units') });

/** An endpoint of the vehicle data; faults refer to it by its ID. */
export interface ApiOperation extends DescribedOperation {
  readonly id: Operation;
}

type Endpoint = Pick<ApiOperation, 'id' | 'path' | 'summary' | 'rule'> & Partial<ApiOperation>;

function endpoint(answer: z.ZodType, operation: Endpoint): ApiOperation {
  const { path, rulePrefixes = [] } = operation;
  return {
    method: 'GET',
    security: 'accessToken',
    ...(path.includes(':id') && { params: id }),
    headers,
    answers: { '200': { schema: answer }, ...errors },
    ...operation,
    path: `/${apiVersion}${path}`,
    rulePrefixes: [...commonRules, ...rulePrefixes],
  };
}

/** A read of one vehicle, which may also be part of a batch. */
export interface ReadOperation extends ApiOperation {
  readonly read: (reads: VehicleReads, request: ReadRequest) => Reading;
}

function read(answer: z.ZodType, operation: Endpoint & Pick<ReadOperation, 'read'>): ReadOperation {
  return { ...endpoint(answer, operation), read: operation.read };
}

const ofVehicle = (below: string) => `/vehicles/:id${below}`;

export const readOperations: readonly ReadOperation[] = [
  read(batteryCapacity, {
    path: ofVehicle('/battery/nominal_capacity'),
    id: 'capacity',
    summary: 'Battery nominal capacity in kWh; permission read_battery',
    rule: 'capacity.determined',
    rulePrefixes: ['capacity.', 'limits.'],
    read: (reads, request) => reads.capacity(request),
  }),
  read(chargeRecords, {
    path: ofVehicle('/:make/charge/records'),
    id: 'records',
    summary: 'Charge records; permission read_charge_records',
    rule: 'records.list',
    rulePrefixes: ['records.', 'limits.'],
    params: id.extend({ make: z.string().describe('The make of the vehicle, in lower case') }),
    query: chargeRecordsQuery,
    read: (reads, request) => reads.records(request),
  }),
  read(vehicleAttributes, {
    path: ofVehicle(''),
    id: 'vehicle',
    summary: 'Make, model and year; permission read_vehicle_info',
    rule: 'vehicles.attributes',
    rulePrefixes: ['limits.'],
    read: (reads, request) => reads.attributes(request),
  }),
  read(vin, {
    path: ofVehicle('/vin'),
    id: 'vin',
    summary: 'The VIN; permission read_vin',
    rule: 'vehicles.vin',
    rulePrefixes: ['limits.'],
    read: (reads, request) => reads.vin(request),
  }),
  read(permissionList, {
    path: ofVehicle('/permissions'),
    id: 'permissions',
    summary: 'What the owner granted',
    rule: 'vehicles.permissions',
    query: permissionsPage,
    read: (reads, request) => reads.permissions(request),
  }),
];

export const userOperation = endpoint(user, { path: '/user', id: 'user', summary: 'The owner', rule: 'user.id' });

export const vehiclesOperation = endpoint(vehicleList, {
  path: '/vehicles',
  id: 'vehicles',
  summary: 'IDs of the vehicles',
  rule: 'vehicles.list',
  query: vehiclesPage,
});

export const batchOperation = endpoint(batchAnswer, {
  method: 'POST',
  path: ofVehicle('/batch'),
  id: 'batch',
  summary: 'Several reads of a vehicle at once',
  rule: 'vehicles.batch',
  rulePrefixes: ['limits.'],
  body: batchRequest,
});

export const disconnectOperation = endpoint(disconnected, {
  method: 'DELETE',
  path: ofVehicle('/application'),
  id: 'disconnect',
  summary: 'Disconnect the vehicle from the application',
  rule: 'vehicles.disconnect',
  rulePrefixes: ['vehicles.disconnected'],
});

/** Every endpoint of the vehicle data. */
export const apiOperations: readonly ApiOperation[] = [
  ...readOperations,
  userOperation,
  vehiclesOperation,
  batchOperation,
  disconnectOperation,
];

export const capacityPageOperations = pageOperations({
  path: capacityPath,
  id: 'capacityPage',
  summary: 'Where the owner says which capacity the vehicle has',
  rule: 'capacity.link',
  rulePrefixes: ['capacity.', 'sandbox.'],
  query: capacityLinkQuery,
});

/** An official client library adds a trailing slash to these three. */
const withSlash: readonly Operation[] = ['user', 'vehicles', 'vehicle'];

/** All paths of an endpoint. */
export function pathsOf({ id: operation, path }: ApiOperation): string[] {
  return withSlash.includes(operation) ? [path, `${path}/`] : [path];
}
