import { type Application, applicationSchema } from '../oauth/application.ts';
import type { CapacityCase, CheckedScenario, Region } from './scenario.ts';
import { seededUuid } from './seeded.ts';
import { seededVin } from './vin.ts';

export interface SandboxVehicle {
  readonly id: string;
  readonly vin: string;
  /** Upper case, as the service spells it. */
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly region: Region;
  readonly capacity: CapacityCase;
  /** Given by a scenario, served as they stand. */
  readonly literalRecords?: readonly unknown[] | undefined;
}

export interface SandboxOwner {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970; null where it is the moment of the owner's first Allow. */
  readonly firstGrantedAt: number | null;
  readonly vehicles: readonly SandboxVehicle[];
}

/** Everything that does not change while the sandbox runs. */
export interface World {
  readonly seed: number;
  readonly application: Application;
  readonly owners: readonly SandboxOwner[];
  /** Charge records of each vehicle in the default range; undefined for everyday ones. */
  readonly recordsPerVehicle: number | undefined;
}

/** The two makes with charge records (public; the document omits their names). In lower case, as in the path. */
export const makesWithRecords: readonly string[] = ['bmw', 'mini'];

/** The seeded owners granted access long ago, so that a newcomer sees a whole month of records. */
const longAgo = Date.UTC(2020, 0, 1);

type SeededVehicle = Omit<SandboxVehicle, 'id' | 'vin'>;

const seededOwners: readonly { readonly name: string; readonly vehicles: readonly SeededVehicle[] }[] = [
  {
    name: 'Robin Hale',
    vehicles: [
      {
        make: 'BMW',
        model: 'i4 eDrive40',
        year: 2024,
        region: 'Europe',
        capacity: { case: 'determined', nominal: 80.7 },
      },
      {
        make: 'MINI',
        model: 'Cooper E',
        year: 2025,
        region: 'Europe',
        capacity: {
          case: 'undetermined',
          candidates: [
            { capacity: 36.6, description: null },
            { capacity: 40.7, description: 'BEV:Standard Range' },
            { capacity: 54.2, description: 'BEV:Extended Range' },
          ],
        },
      },
      {
        make: 'VOLKSWAGEN',
        model: 'ID.4',
        year: 2022,
        region: 'Europe',
        capacity: {
          case: 'selected',
          nominal: 77,
          candidates: [
            { capacity: 52, description: 'BEV:Pure' },
            { capacity: 77, description: 'BEV:Pro' },
            { capacity: 82, description: null },
          ],
        },
      },
      {
        make: 'TESLA',
        model: 'Model 3',
        year: 2023,
        region: 'US',
        capacity: { case: 'determined', nominal: 57.5 },
      },
      {
        make: 'POLESTAR',
        model: '2',
        year: 2023,
        region: 'US',
        capacity: {
          case: 'undetermined',
          candidates: [
            { capacity: 69, description: 'BEV:Standard Range' },
            { capacity: 78, description: 'BEV:Long Range' },
          ],
        },
      },
      {
        make: 'FORD',
        model: 'Mustang Mach-E',
        year: 2023,
        region: 'Canada',
        capacity: { case: 'determined', nominal: 91 },
      },
    ],
  },
  {
    name: 'Noa Lind',
    vehicles: [
      {
        make: 'MINI',
        model: 'Countryman SE ALL4',
        year: 2025,
        region: 'Europe',
        capacity: { case: 'determined', nominal: 64.6 },
      },
      {
        make: 'KIA',
        model: 'EV6',
        year: 2024,
        region: 'Europe',
        capacity: {
          case: 'undetermined',
          candidates: [
            { capacity: 58, description: null },
            { capacity: 77.4, description: 'BEV:Extended Range' },
          ],
        },
      },
    ],
  },
];

/** As many vehicles as asked for, all kinds of the seeded ones in turn. */
function manyVehicles(count: number): readonly SeededVehicle[] {
  const kinds = seededOwners.flatMap(({ vehicles }) => vehicles);
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((kind) => kind !== undefined);
}

/** The world of a seed: the same ids and the same cars every time. A scenario replaces what it names. */
export function buildWorld(seed: number, scenario: CheckedScenario = {}): World {
  const owners = scenario.owners ?? seededOwners;
  return {
    seed,
    application: {
      ...(scenario.application ?? applicationSchema.parse({})),
      clientId: seededUuid(seed, 'client id'),
      clientSecret: seededUuid(seed, 'client secret'),
    },
    owners: owners.map((owner, ownerIndex) => ({
      id: seededUuid(seed, 'owner', ownerIndex),
      name: owner.name,
      firstGrantedAt: firstGrantedAt('firstGrantedAt' in owner ? owner.firstGrantedAt : undefined),
      vehicles: ('count' in owner.vehicles ? manyVehicles(owner.vehicles.count) : owner.vehicles).map(
        (vehicle, vehicleIndex) => {
          const id =
            ('id' in vehicle ? vehicle.id : undefined) ?? seededUuid(seed, 'vehicle', ownerIndex, vehicleIndex);
          return {
            id,
            vin: ('vin' in vehicle ? vehicle.vin : undefined) ?? seededVin(id),
            make: vehicle.make.toUpperCase(),
            model: vehicle.model,
            year: vehicle.year,
            region: vehicle.region,
            capacity: vehicle.capacity,
            literalRecords: 'records' in vehicle ? vehicle.records : undefined,
          };
        },
      ),
    })),
    recordsPerVehicle: scenario.recordsPerVehicle,
  };
}

function firstGrantedAt(moment: string | null | undefined): number | null {
  if (moment === null) return null;
  return moment === undefined ? longAgo : Date.parse(moment);
}
