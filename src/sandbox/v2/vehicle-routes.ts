import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { hasChargeRecords, type Permission } from '../../service/model/vehicles.ts';
import {
  type BatteryCapacityBody,
  type ChargeRecordBody,
  chargeRecordsQuery,
  type VehicleAttributes,
} from '../../service/v2/contract.ts';
import type { Grants } from '../oauth/grants.ts';
import { describeIssues, type SandboxEnv } from '../web/http.ts';
import { streamedJson, timestamp } from '../web/json-text.ts';
import { pathsOf } from '../web/openapi.ts';
import type { Realm } from '../world/realm.ts';
import type { Charge } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { capacityLink } from './capacity-routes.ts';
import { refusals } from './errors.ts';
import { apiOperations, permissionsPage, vehiclesPage } from './api-version-2.ts';

export interface VehicleRoutesParts extends Realm {
  readonly baseUrl: string;
  readonly grants: Grants;
}

type Answer = Response | Promise<Response>;

const vehicleId = z.uuid();

/** The vehicle data endpoints of version 2.0. */
export function vehicleRoutes(parts: VehicleRoutesParts): Hono<SandboxEnv> {
  const { baseUrl, grants, vehicles, limits, clock } = parts;
  const routes = new Hono<SandboxEnv>();

  const bearer = createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const grant = grants.grantOf(token);
    if (!grant) throw refusals.badToken(grants.isExpired(token) ? 'data.access-7200' : 'data.bearer');
    const refusal = limits.countRequest();
    if (refusal) throw refusals.limit(refusal);
    c.set('grant', grant);
    await next();
  });

  /** Public headers of a response with data. */
  const dataHeaders = createMiddleware<SandboxEnv>(async (c, next) => {
    const unitSystem = c.req.header('SC-Unit-System') ?? 'metric';
    if (unitSystem !== 'metric' && unitSystem !== 'imperial') {
      throw refusals.badParameter(['SC-Unit-System: is metric or imperial'], 'data.unit-system');
    }
    const now = new Date(clock.now()).toISOString();
    // As in app.ts: Hono would build headers of the web of all that the answer has.
    const { outgoing } = c.env;
    outgoing.setHeader('SC-Fetched-At', now);
    outgoing.setHeader('SC-Data-Age', now);
    outgoing.setHeader('SC-Unit-System', unitSystem);
    await next();
  });

  /** The vehicle of the request, which the grant covers. Throws ApiFailure. */
  const covered = (c: Context<SandboxEnv>): SandboxVehicle => {
    const id = c.req.param('id') ?? '';
    if (!vehicleId.safeParse(id).success) throw refusals.badVehicleId(id);
    const vehicle = c.get('grant').vehicleIds.includes(id) ? vehicles.get(id) : undefined;
    if (!vehicle) throw refusals.vehicleNotCovered();
    return vehicle;
  };

  const billed = (c: Context<SandboxEnv>, permission: Permission): SandboxVehicle => {
    const vehicle = covered(c);
    if (!c.get('grant').scopes.includes(permission)) throw refusals.missingPermission(permission);
    const refusal = limits.countVehicleRequest(vehicle.id, () => grants.connectedVehicles());
    if (refusal) throw refusals.limit(refusal);
    return vehicle;
  };

  const handlers: Record<keyof typeof apiOperations, (c: Context<SandboxEnv>) => Answer> = {
    // Endpoint 3 of the specification, in its three cases.
    capacity: (c) => {
      const vehicle = billed(c, 'read_battery');
      if (!hasCapacity(vehicle)) throw refusals.outsideGeography();
      const { capacity } = vehicle;
      const nominal = vehicles.nominalCapacity(vehicle);
      const body: BatteryCapacityBody =
        capacity.case === 'determined'
          ? {
              availableCapacities: [{ capacity: capacity.nominal, description: null }],
              capacity: { nominal: capacity.nominal, source: 'SMARTCAR' },
              url: null,
            }
          : {
              availableCapacities: [...capacity.candidates],
              capacity: nominal === null ? null : { nominal, source: 'USER_SELECTED' },
              url: capacityLink(
                baseUrl,
                vehicle.id,
                vehicles.world.application.clientId,
                vehicles.capacityLinkToken(vehicle.id),
              ),
            };
      return c.json(body);
    },

    // Endpoint 4 of the specification.
    records: (c) => {
      const make = c.req.param('make') ?? '';
      const vehicle = billed(c, 'read_charge_records');
      const checked = chargeRecordsQuery.safeParse(c.req.query());
      if (!checked.success) throw refusals.badParameter(describeIssues(checked.error), 'records.bad-dates');
      const { startDate, endDate } = checked.data;
      if (startDate && endDate && endDate < startDate) {
        throw refusals.badParameter(['endDate: is before startDate'], 'records.bad-dates');
      }
      if (make !== make.toLowerCase()) throw refusals.makeNotLowerCase(make);
      if (!hasChargeRecords(make)) throw refusals.makeWithoutRecords(make);
      if (make !== vehicle.make.toLowerCase()) throw refusals.otherMake(make);
      // Generated as they are read.
      const text = streamedJson('{"records":[', recordTexts(vehicle, vehicles, checked.data), ']}');
      return c.body(text, 200, { 'Content-Type': 'application/json' });
    },

    vehicle: (c) => {
      const { id, make, model, year } = billed(c, 'read_vehicle_info');
      return c.json({ id, make, model, year } satisfies VehicleAttributes);
    },

    // Not billed.
    permissions: (c) => {
      covered(c);
      const { scopes } = c.get('grant');
      const { limit, offset } = readPage(permissionsPage, c);
      return c.json({
        paging: { count: scopes.length, offset },
        permissions: scopes.slice(offset, offset + limit),
      });
    },

    user: (c) => c.json({ id: c.get('grant').ownerId }),

    vehicles: (c) => {
      const { limit, offset } = readPage(vehiclesPage, c);
      const ids = c.get('grant').vehicleIds.filter((id) => vehicles.get(id));
      return c.json({ paging: { count: ids.length, offset }, vehicles: ids.slice(offset, offset + limit) });
    },

    disconnect: (c) => {
      grants.disconnect(covered(c).id);
      return c.json({ status: 'success' });
    },
  };

  for (const [name, operation] of Object.entries(apiOperations)) {
    const handle = handlers[name as keyof typeof apiOperations];
    routes.on(operation.method, pathsOf(operation), bearer, dataHeaders, (c) => handle(c));
  }
  return routes;
}

/** Specification: nominal capacity is for vehicles based in the United States and Europe. */
export function hasCapacity({ region }: SandboxVehicle): boolean {
  return region === 'US' || region === 'Europe';
}

/** A charge in the form of version 2.0. */
export function toChargeRecord({ start, end, location, energy, isPublic, from, to, type }: Charge): ChargeRecordBody {
  return {
    chargeStart: timestamp(start),
    chargeEnd: timestamp(end),
    location,
    energy,
    isPublic,
    startPercentRemaining: from,
    endPercentRemaining: to,
    chargingType: type,
  };
}

const texts = new WeakMap<Charge, string>();

/** A record as JSON, kept as long as the charge is: applications request the same month repeatedly. */
function rememberedRecordText(charge: Charge): string {
  const known = texts.get(charge);
  if (known !== undefined) return known;
  const text = JSON.stringify(toChargeRecord(charge));
  texts.set(charge, text);
  return text;
}

function* recordTexts(vehicle: SandboxVehicle, vehicles: Vehicles, dates: z.output<typeof chargeRecordsQuery>) {
  for (const record of vehicle.literalRecords ?? []) yield JSON.stringify(record);
  // So many that they are generated anew each time are not remembered as texts either.
  const isBulk = vehicles.world.recordsPerVehicle !== undefined;
  for (const charge of vehicles.charges(vehicle, dates)) {
    yield isBulk ? JSON.stringify(toChargeRecord(charge)) : rememberedRecordText(charge);
  }
}

/** Throws ApiFailure. */
function readPage(page: typeof vehiclesPage, c: Context<SandboxEnv>): z.output<typeof vehiclesPage> {
  const checked = page.safeParse(c.req.query());
  if (!checked.success) throw refusals.badParameter(describeIssues(checked.error));
  return checked.data;
}
