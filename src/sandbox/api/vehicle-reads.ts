import * as z from 'zod';
import {
  type BatteryCapacityBody,
  chargeRecordsQuery,
  maxVehiclesPerPage,
  type VehicleAttributes,
} from '../../service/v2/contract.ts';
import type { Permission } from '../../service/model/permissions.ts';
import type { Capacities } from '../world/capacity.ts';
import { refusals } from './errors.ts';
import type { Garage } from '../world/garage.ts';
import type { Grants } from '../oauth/grants.ts';
import type { Limits } from './limits.ts';
import type { RuleId, RuleIds } from '../rules.ts';
import { describeIssues } from '../world/scenario.ts';
import type { Grant } from '../oauth/token-rules.ts';
import type { SandboxVehicle } from '../world/vehicles-data.ts';

/** What a read found. Charge records are made as they are taken. */
export interface Reading {
  readonly rules: RuleIds;
  readonly body: object;
  readonly records?: Iterable<unknown>;
}

export type Query = Readonly<Partial<Record<string, string>>>;

export interface VehicleReadsParts {
  readonly garage: Garage;
  readonly capacities: Capacities;
  readonly grants: Grants;
  readonly limits: Limits;
}

const vehicleId = z.uuid();

/** The reads of one vehicle, whether each is asked for by itself or several in a batch. All throw ApiFailure. */
export class VehicleReads {
  readonly #parts: VehicleReadsParts;

  constructor(parts: VehicleReadsParts) {
    this.#parts = parts;
  }

  /** Public: `/vehicles/{id}`. */
  attributes(grant: Grant, id: string): Reading {
    const { make, model, year } = this.#billed(grant, id, 'read_vehicle_info');
    return {
      rules: ['vehicles.attributes', 'data.headers'],
      body: { id, make, model, year } satisfies VehicleAttributes,
    };
  }

  /** Public: `/vehicles/{id}/vin`. */
  vin(grant: Grant, id: string): Reading {
    return { rules: ['vehicles.vin', 'data.headers'], body: { vin: this.#billed(grant, id, 'read_vin').vin } };
  }

  /** Public: `/vehicles/{id}/permissions`, which is not billed. */
  permissions(grant: Grant, id: string, query: Query): Reading {
    this.covered(grant, id);
    const { limit, offset } = readPage(query, 25);
    const body = {
      paging: { count: grant.scopes.length, offset },
      permissions: grant.scopes.slice(offset, offset + limit),
    };
    return { rules: ['vehicles.permissions', 'data.headers'], body };
  }

  /** Endpoint 3 of the document. */
  capacity(grant: Grant, id: string): Reading {
    const body = this.#parts.capacities.read(this.#billed(grant, id, 'read_battery'));
    return { rules: [capacityRule(body)], body };
  }

  /** Endpoint 4 of the document. */
  records(grant: Grant, id: string, make: string, query: Query): Reading {
    const vehicle = this.#billed(grant, id, 'read_charge_records');
    const checked = chargeRecordsQuery.safeParse(query);
    if (!checked.success) throw refusals.badParameter(describeIssues(checked.error), 'records.bad-dates');
    const { startDate, endDate } = checked.data;
    if (startDate && endDate && endDate < startDate) {
      throw refusals.badParameter(['endDate: is before startDate'], 'records.bad-dates');
    }
    const { garage } = this.#parts;
    const records = garage.chargeRecords(vehicle, make, checked.data);
    const rules: RuleId[] = [startDate && endDate ? 'records.dates' : 'records.default-dates'];
    if (startDate && garage.isTooOld(vehicle, startDate)) rules.push('records.30-days');
    return { rules: ['records.list', ...rules], body: {}, records };
  }

  /** A vehicle that the grant covers. */
  covered(grant: Grant, id: string): SandboxVehicle {
    if (!vehicleId.safeParse(id).success) throw refusals.badVehicleId(id);
    const vehicle = grant.vehicleIds.includes(id) ? this.#parts.garage.vehicle(id) : undefined;
    if (!vehicle) throw refusals.vehicleNotCovered();
    return vehicle;
  }

  #billed(grant: Grant, id: string, permission: Permission | 'read_vin'): SandboxVehicle {
    const vehicle = this.covered(grant, id);
    if (!grant.scopes.includes(permission)) throw refusals.missingPermission(permission);
    this.#parts.limits.countVehicleRequest(id, () => this.#parts.grants.connectedVehicles());
    return vehicle;
  }
}

/** Public: pages of `limit` (at most 50) from `offset`. Throws ApiFailure. */
export function readPage(query: Query, defaultLimit: number): { readonly limit: number; readonly offset: number } {
  const page = z.object({
    limit: z.coerce.number().int().min(1).max(maxVehiclesPerPage).default(defaultLimit),
    offset: z.coerce.number().int().min(0).default(0),
  });
  const checked = page.safeParse(query);
  if (!checked.success) throw refusals.badParameter(describeIssues(checked.error));
  return checked.data;
}

function capacityRule({ capacity }: BatteryCapacityBody): RuleId {
  if (capacity === null) return 'capacity.undetermined';
  return capacity.source === 'SMARTCAR' ? 'capacity.determined' : 'capacity.selected';
}
