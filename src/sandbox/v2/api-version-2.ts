import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../common/clock.ts';
import {
  apiError,
  apiVersion,
  batteryCapacity,
  chargeRecords,
  chargeRecordsQuery,
  disconnected,
  maxVehiclesPerPage,
  permissionList,
  user,
  vehicleAttributes,
  vehicleList,
} from '../../service/v2/contract.ts';
import type { SandboxEnv } from '../web/http.ts';
import { type ApiVersion, type DescribedAnswer, type DescribedOperation, pageOperations } from '../web/openapi.ts';
import { capacityLinkQuery, capacityPath } from './capacity-routes.ts';
import { documentedError, refusals } from './errors.ts';

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

/** Version 2.0: vehicle data, and the page where an owner selects a capacity. */
export const version2: ApiVersion = {
  operations: [
    ...Object.values(apiOperations),
    ...pageOperations({
      path: capacityPath,
      id: 'capacityPage',
      operation: 'capacity-page',
      summary: 'Where the owner says which capacity the vehicle has',
      query: capacityLinkQuery,
    }),
  ],
  securitySchemes: {
    accessToken: { type: 'http', scheme: 'bearer', description: 'The access token, valid for 7200 seconds' },
  },
  owns: () => true,
  notFound: (path) => {
    const version = path.split('/')[1] ?? '';
    return isOtherVersion(version) ? refusals.unknownVersion(version) : refusals.unknownPath();
  },
  internalError: () => refusals.internal(),
  namedError: documentedError,
};

/** `v1.0`, `v4`: another version of the service in place of {@link apiVersion}. */
function isOtherVersion(segment: string): boolean {
  return /^v\d+(?:\.\d+)?$/.test(segment) && segment !== apiVersion;
}

/** ISO 8601, with or without a time of day; a day begins in UTC. */
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day or a time in ISO 8601, such as 2026-12-01',
});

/** `ends`: from when on version 2.0 no longer answers, by the clock of the sandbox. */
export const version2Options = z.strictObject({ ends: moment.optional() });
export type Version2Options = z.output<typeof version2Options>;

/** Reads `ends=2026-12-01`. Throws an Error that says what to correct. */
export function readVersion2(text: string): Version2Options {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  const { data, error } = version2Options.safeParse({ [name]: value });
  if (data) return data;
  throw new Error(`--v2 ${text}: ${error.issues.map(({ message }) => message).join('; ')}. Use ends=DATE.`);
}

const isOfVersion2 = (method: string, path: string) =>
  path.startsWith(`/${apiVersion}/`) || (method === 'POST' && (path === '/oauth/token' || path === '/'));

/** Refuses version 2.0 and its token endpoint once it has ended: nobody knows how the service will do that. */
export function endOfVersion2(clock: Clock, { ends }: Version2Options): MiddlewareHandler<SandboxEnv> {
  const end = ends === undefined ? Infinity : Date.parse(ends);
  return async (c, next) => {
    if (clock.now() < end || !isOfVersion2(c.req.method, c.req.path)) return next();
    c.set('rules', ['data.end']);
    return c.body(null, 410);
  };
}
