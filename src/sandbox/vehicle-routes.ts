import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import type { Clock } from '../common/clock.ts';
import {
  apiVersion,
  type BatteryCapacityBody,
  chargeRecordsQuery,
  maxVehiclesPerPage,
  type Permission,
  type VehicleAttributes,
} from '../service/contract.ts';
import type { Capacities } from './capacity.ts';
import { refusals } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Garage } from './garage.ts';
import type { Grants } from './grants.ts';
import { alsoShows, type SandboxEnv, shows } from './http.ts';
import { recordsBody } from './records-body.ts';
import type { RuleId } from './rules.ts';
import { describeIssues } from './scenario.ts';
import type { Grant } from './token-rules.ts';
import type { SandboxVehicle } from './vehicles-data.ts';

interface VehicleRoutesParts {
  readonly grants: Grants;
  readonly garage: Garage;
  readonly capacities: Capacities;
  readonly faults: Faults;
  readonly clock: Clock;
}

const vehicleId = z.uuid();

const page = z.object({
  limit: z.coerce.number().int().min(1).max(maxVehiclesPerPage).default(10),
  offset: z.coerce.number().int().min(0).default(0),
});

/** The vehicle data endpoints, below the version segment. */
export function vehicleRoutes({ grants, garage, capacities, faults, clock }: VehicleRoutesParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  const bearer = createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const grant = token === undefined ? undefined : grants.grantOf(token);
    if (!grant)
      throw refusals.badToken(token !== undefined && grants.isExpired(token) ? 'data.access-7200' : 'data.bearer');
    c.set('grant', grant);
    await next();
  });

  /** Public headers of an answer with data. */
  const dataHeaders = createMiddleware<SandboxEnv>(async (c, next) => {
    await next();
    const now = new Date(clock.now()).toISOString();
    c.header('SC-Fetched-At', now);
    c.header('SC-Data-Age', now);
    c.header('SC-Unit-System', c.req.header('SC-Unit-System') === 'imperial' ? 'imperial' : 'metric');
  });

  const allowedVehicle = (grant: Grant, id: string, permission: Permission): SandboxVehicle => {
    if (!vehicleId.safeParse(id).success) throw refusals.badVehicleId(id);
    const vehicle = grant.vehicleIds.includes(id) ? garage.vehicle(id) : undefined;
    if (!vehicle) throw refusals.vehicleNotCovered();
    if (!grant.scopes.includes(permission)) throw refusals.missingPermission(permission);
    return vehicle;
  };

  // The slash at the end is how an official client library spells these two.
  routes.on(
    'GET',
    ['/user', '/user/'],
    shows('user.id', 'data.headers'),
    faults.around('user'),
    bearer,
    dataHeaders,
    (c) => c.json({ id: c.get('grant').ownerId }),
  );

  routes.on(
    'GET',
    ['/vehicles', '/vehicles/'],
    shows('vehicles.list', 'data.headers'),
    faults.around('vehicles'),
    bearer,
    dataHeaders,
    (c) => {
      const query = page.safeParse(c.req.query());
      if (!query.success) throw refusals.badParameter(describeIssues(query.error));
      const { limit, offset } = query.data;
      const ids = c.get('grant').vehicleIds.filter((id) => garage.vehicle(id));
      return c.json({ paging: { count: ids.length, offset }, vehicles: ids.slice(offset, offset + limit) });
    },
  );

  routes.get(
    '/vehicles/:id',
    shows('vehicles.attributes', 'data.headers'),
    faults.around('vehicle'),
    bearer,
    dataHeaders,
    (c) => {
      const { id, make, model, year } = allowedVehicle(c.get('grant'), c.req.param('id'), 'read_vehicle_info');
      return c.json({ id, make, model, year } satisfies VehicleAttributes);
    },
  );

  routes.get(
    '/vehicles/:id/battery/nominal_capacity',
    shows('data.permission'),
    faults.around('capacity'),
    bearer,
    dataHeaders,
    (c) => {
      const body = capacities.read(allowedVehicle(c.get('grant'), c.req.param('id'), 'read_battery'));
      c.set('rules', [capacityRule(body)]);
      return c.json(body);
    },
  );

  routes.get(
    '/vehicles/:id/:make/charge/records',
    shows('records.list'),
    faults.around('records'),
    bearer,
    dataHeaders,
    (c) => {
      const vehicle = allowedVehicle(c.get('grant'), c.req.param('id'), 'read_charge_records');
      const query = chargeRecordsQuery.safeParse(c.req.query());
      if (!query.success) throw refusals.badParameter(describeIssues(query.error), 'records.bad-dates');
      const { startDate, endDate } = query.data;
      if (startDate && endDate && endDate < startDate) {
        throw refusals.badParameter(['endDate: is before startDate'], 'records.bad-dates');
      }
      alsoShows(c, startDate && endDate ? 'records.dates' : 'records.default-dates');
      const records = garage.chargeRecords(vehicle, c.req.param('make'), query.data);
      return c.body(recordsBody(records), 200, { 'Content-Type': 'application/json' });
    },
  );

  return routes;
}

function capacityRule({ capacity }: BatteryCapacityBody): RuleId {
  if (capacity === null) return 'capacity.undetermined';
  return capacity.source === 'SMARTCAR' ? 'capacity.determined' : 'capacity.selected';
}

/** `v1.0`, `v3`: what may stand where {@link apiVersion} stands. */
export function isOtherVersion(segment: string): boolean {
  return /^v\d+(?:\.\d+)?$/.test(segment) && segment !== apiVersion;
}
