import * as z from 'zod';
import {
  type BatteryCapacityBody,
  chargeRecordsQuery,
  maxVehiclesPerPage,
  type VehicleAttributes,
} from '../../service/v2/contract.ts';
import type { Permission } from '../../service/model/permissions.ts';
import { describeIssues } from '../describe-issues.ts';
import type { Grants } from '../oauth/grants.ts';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import type { Capacities } from '../world/capacities.ts';
import type { Limits } from '../world/limits.ts';
import type { Grant } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { hasChargeRecords } from '../../service/model/makes.ts';
import { capacityLink } from './capacity-link.ts';
import { rememberedRecordText, toChargeRecord } from './charge-record.ts';
import { refusals } from './errors.ts';

/** The result of a read. Charge records are generated as they are consumed, as JSON. */
export interface Reading {
  readonly rules: RuleIds;
  readonly body: object;
  readonly records?: Iterable<string>;
}

export type Query = Readonly<Partial<Record<string, string>>>;

/** Which data of which vehicle is read under which grant. */
export interface ReadRequest {
  readonly grant: Grant;
  readonly id: string;
  /** As in the path; empty if the path has none. */
  readonly make: string;
  readonly query: Query;
}

export interface VehicleReadsParts {
  readonly baseUrl: string;
  readonly vehicles: Vehicles;
  readonly capacities: Capacities;
  readonly grants: Grants;
  readonly limits: Limits;
}

const vehicleId = z.uuid();

/** The reads of one vehicle, whether requested individually or in a batch. All throw ApiFailure. */
export class VehicleReads {
  readonly #parts: VehicleReadsParts;

  constructor(parts: VehicleReadsParts) {
    this.#parts = parts;
  }

  /** Public: `/vehicles/{id}`. */
  attributes(request: ReadRequest): Reading {
    const { id, make, model, year } = this.#billed(request, 'read_vehicle_info');
    return {
      rules: ['vehicles.attributes', 'data.headers'],
      body: { id, make, model, year } satisfies VehicleAttributes,
    };
  }

  /** Public: `/vehicles/{id}/vin`. */
  vin(request: ReadRequest): Reading {
    return { rules: ['vehicles.vin', 'data.headers'], body: { vin: this.#billed(request, 'read_vin').vin } };
  }

  /** Public: `/vehicles/{id}/permissions`, which is not billed. */
  permissions({ grant, id, query }: ReadRequest): Reading {
    this.covered(grant, id);
    const { limit, offset } = readPage(permissionsPage, query);
    const body = {
      paging: { count: grant.scopes.length, offset },
      permissions: grant.scopes.slice(offset, offset + limit),
    };
    return { rules: ['vehicles.permissions', 'data.headers'], body };
  }

  /** Endpoint 3 of the specification, in its three cases. */
  capacity(request: ReadRequest): Reading {
    const vehicle = this.#billed(request, 'read_battery');
    if (!hasCapacity(vehicle)) throw refusals.outsideGeography();
    const { baseUrl, capacities, vehicles } = this.#parts;
    const { capacity } = vehicle;
    const nominal = capacities.nominal(vehicle);
    if (capacity.case === 'determined') {
      const body: BatteryCapacityBody = {
        availableCapacities: [{ capacity: capacity.nominal, description: null }],
        capacity: { nominal: capacity.nominal, source: 'SMARTCAR' },
        url: null,
      };
      return { rules: ['capacity.determined'], body };
    }
    const body: BatteryCapacityBody = {
      availableCapacities: [...capacity.candidates],
      capacity: nominal === null ? null : { nominal, source: 'USER_SELECTED' },
      url: capacityLink(baseUrl, vehicle.id, vehicles.world.application.clientId, capacities.linkToken(vehicle.id)),
    };
    return { rules: [nominal === null ? 'capacity.undetermined' : 'capacity.selected'], body };
  }

  /** Endpoint 4 of the specification. */
  records(request: ReadRequest): Reading {
    const { make, query } = request;
    const vehicle = this.#billed(request, 'read_charge_records');
    const checked = chargeRecordsQuery.safeParse(query);
    if (!checked.success) throw refusals.badParameter(describeIssues(checked.error), 'records.bad-dates');
    const { startDate, endDate } = checked.data;
    if (startDate && endDate && endDate < startDate) {
      throw refusals.badParameter(['endDate: is before startDate'], 'records.bad-dates');
    }
    if (make !== make.toLowerCase()) throw refusals.makeNotLowerCase(make);
    if (!hasChargeRecords(make)) throw refusals.makeWithoutRecords(make);
    if (make !== vehicle.make.toLowerCase()) throw refusals.otherMake(make);
    const { vehicles } = this.#parts;
    const rules: RuleId[] = [startDate && endDate ? 'records.dates' : 'records.default-dates'];
    if (startDate && vehicles.isTooOld(vehicle, startDate)) rules.push('records.30-days');
    return { rules: ['records.list', ...rules], body: {}, records: recordsOf(vehicle, vehicles, checked.data) };
  }

  /** A vehicle that the grant covers. */
  covered(grant: Grant, id: string): SandboxVehicle {
    if (!vehicleId.safeParse(id).success) throw refusals.badVehicleId(id);
    const vehicle = grant.vehicleIds.includes(id) ? this.#parts.vehicles.get(id) : undefined;
    if (!vehicle) throw refusals.vehicleNotCovered();
    return vehicle;
  }

  #billed({ grant, id }: ReadRequest, permission: Permission | 'read_vin'): SandboxVehicle {
    const vehicle = this.covered(grant, id);
    if (!grant.scopes.includes(permission)) throw refusals.missingPermission(permission);
    const refusal = this.#parts.limits.countVehicleRequest(id, () => this.#parts.grants.connectedVehicles());
    if (refusal) throw refusals.limit(refusal);
    return vehicle;
  }
}

/** Specification: nominal capacity is for vehicles based in the United States and Europe. */
export function hasCapacity({ region }: SandboxVehicle): boolean {
  return region === 'US' || region === 'Europe';
}

function* recordsOf(vehicle: SandboxVehicle, vehicles: Vehicles, dates: z.output<typeof chargeRecordsQuery>) {
  for (const record of vehicle.literalRecords ?? []) yield JSON.stringify(record);
  // So many that they are generated anew each time are not remembered as texts either.
  const isBulk = vehicles.world.recordsPerVehicle !== undefined;
  for (const charge of vehicles.charges(vehicle, dates)) {
    yield isBulk ? JSON.stringify(toChargeRecord(charge)) : rememberedRecordText(charge);
  }
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

/** Throws ApiFailure. */
export function readPage(page: typeof vehiclesPage, query: Query): z.output<typeof vehiclesPage> {
  const checked = page.safeParse(query);
  if (!checked.success) throw refusals.badParameter(describeIssues(checked.error));
  return checked.data;
}
