import { type ApplicationOptions, applicationSchema } from './application.ts';
import type { OwnerOptions } from './owner-options.ts';
import { seededUuid } from './seeded-random.ts';
import { manyVehicles, seededOwners } from './seeded-owners.ts';
import { seededVin } from './vin.ts';
import type { World } from './world.ts';

/** The seeded owners granted access long ago, so that a new user sees a full month of records. */
const longAgo = Date.UTC(2020, 0, 1);

/** The parts of the world that a scenario may define. */
export interface WorldOptions {
  readonly application?: ApplicationOptions | undefined;
  readonly owners?: readonly OwnerOptions[] | undefined;
  readonly recordsPerVehicle?: number | undefined;
}

/** The world of a seed, always with the same IDs and vehicles. Options replace the parts that they name. */
export function buildWorld(seed: number, options: WorldOptions = {}): World {
  const owners: readonly OwnerOptions[] = options.owners ?? seededOwners;
  return {
    seed,
    application: {
      ...(options.application ?? applicationSchema.parse({})),
      clientId: seededUuid(seed, 'client id'),
      clientSecret: seededUuid(seed, 'client secret'),
      apiClientId: `client_${seededUuid(seed, 'API client id').replaceAll('-', '')}`,
      apiClientSecret: seededUuid(seed, 'API client secret'),
    },
    owners: owners.map((owner, ownerIndex) => ({
      id: seededUuid(seed, 'owner', ownerIndex),
      name: owner.name,
      firstGrantedAt: firstGrantedAt(owner.firstGrantedAt),
      vehicles: ('count' in owner.vehicles ? manyVehicles(owner.vehicles.count) : owner.vehicles).map(
        (vehicle, vehicleIndex) => {
          const id = vehicle.id ?? seededUuid(seed, 'vehicle', ownerIndex, vehicleIndex);
          return {
            id,
            vin: vehicle.vin ?? seededVin(id),
            make: vehicle.make.toUpperCase(),
            model: vehicle.model,
            year: vehicle.year,
            region: vehicle.region,
            capacity: vehicle.capacity,
            literalRecords: vehicle.records,
            literalSignals: vehicle.signals,
          };
        },
      ),
    })),
    recordsPerVehicle: options.recordsPerVehicle,
  };
}

function firstGrantedAt(moment: string | null | undefined): number | null {
  if (moment === null) return null;
  return moment === undefined ? longAgo : Date.parse(moment);
}
