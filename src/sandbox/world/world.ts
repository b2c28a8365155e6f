import * as z from 'zod';
import { seededUuid, seededVin, vinPattern } from './seeded-random.ts';

export interface SandboxVehicle {
  readonly id: string;
  readonly vin: string;
  /** Upper case, as the service spells it. */
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly region: Region;
  readonly capacity: CapacityCase;
  /** From a scenario, in the form of version 2.0; served unchanged. */
  readonly literalRecords?: readonly unknown[] | undefined;
  /** From a scenario, in the form of version 3, by code; served unchanged. */
  readonly literalSignals?: Readonly<Record<string, unknown>> | undefined;
}

export interface SandboxOwner {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970; null if it is the time when the owner first allows access. */
  readonly firstGrantedAt: number | null;
  readonly vehicles: readonly SandboxVehicle[];
}

/** Everything that does not change while the sandbox runs. */
export interface World {
  readonly seed: number;
  readonly application: Application;
  readonly owners: readonly SandboxOwner[];
  /** Number of charge records of each vehicle in the default range; undefined for everyday charges. */
  readonly recordsPerVehicle: number | undefined;
}

/**
 * The application registered with the sandbox, as a scenario may describe it. The defaults are as permissive as
 * possible: any allowed redirect URI, no limits.
 */
export const applicationSchema = z.strictObject({
  name: z.string().min(1).default('Vehicle Data Explorer'),
  /** Where owners may be sent back to; each must match exactly (public). Unset: any redirect URI of an allowed form. */
  redirectUris: z.array(z.string().min(1)).min(1).optional(),
  /**
   * `documented`: 120 requests, refilled 2 per minute (public), and 20 per vehicle and hour (assumed). Off by default:
   * one sandbox serves all windows and applications on a machine, and would refuse a user's requests after two minutes.
   */
  rateLimit: z.enum(['documented', 'off']).default('off'),
  /** What the application's plan allows; requests beyond it are refused with 430 BILLING (public). */
  plan: z
    .strictObject({
      /** Requests for data of one vehicle in a calendar month. */
      requestsPerVehicle: z.number().int().min(0).optional(),
      /** Vehicles that may be connected at the same time; later ones are refused. */
      vehicles: z.number().int().min(0).optional(),
      /** Refuses every request for data of a vehicle. */
      refuses: z.enum(['INVALID_PLAN', 'ACCOUNT_SUSPENDED']).optional(),
    })
    .default({}),
  /**
   * Whether Connect returns the owner's `user_id` together with the code, as the service has started to do (public).
   */
  userIdInRedirect: z.boolean().default(false),
  /** How long a used refresh token still works: one minute in the specification, ten in newer pages (reported). */
  refreshGraceSeconds: z.number().int().min(0).max(86_400).default(60),
});
type ApplicationOptions = z.output<typeof applicationSchema>;

export interface Application extends ApplicationOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of version 3. There, {@link clientId} is called the Application ID, and is only used by Connect. */
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

/** Where a vehicle is based. */
const regions = ['US', 'Europe', 'Canada'] as const;
export type Region = (typeof regions)[number];

const candidates = z
  .array(z.strictObject({ capacity: z.number().describe('kWh'), description: z.string().nullable() }))
  .min(2);

/** The three cases of the specification ("Battery capacity response cases"). */
const capacityCase = z.discriminatedUnion('case', [
  z.strictObject({ case: z.literal('determined'), nominal: z.number().positive() }),
  z.strictObject({ case: z.literal('undetermined'), candidates }),
  z.strictObject({ case: z.literal('selected'), nominal: z.number().positive(), candidates }),
]);
export type CapacityCase = z.infer<typeof capacityCase>;

const vehicle = z.strictObject({
  id: z.uuid().optional(),
  vin: z.string().regex(vinPattern).optional(),
  make: z.string().min(1),
  model: z.string().min(1),
  year: z.number().int().min(1990).max(2100),
  region: z.enum(regions).default('Europe'),
  capacity: capacityCase.default({ case: 'determined', nominal: 75 }),
  /** Returned unchanged for any dates, even records that break the contract. */
  records: z.array(z.unknown()).optional(),
  /** Bodies of signals of version 3 by code, returned unchanged instead of the vehicle's own. */
  signals: z.record(z.string(), z.unknown()).optional(),
});

type VehicleOptions = z.output<typeof vehicle>;

/** An owner and the owner's vehicles, as a scenario describes them. */
export const ownerOptions = z.strictObject({
  name: z.string().min(1),
  /** null: the time when the owner first allows access. */
  firstGrantedAt: z.iso.datetime().nullable().optional(),
  /** A list, or how many to generate. */
  vehicles: z.union([z.array(vehicle).min(1), z.strictObject({ count: z.number().int().min(1).max(10_000) })]),
});
type OwnerOptions = z.output<typeof ownerOptions>;

const seeded = (make: string, model: string, year: number, region: Region, capacity: CapacityCase): VehicleOptions => ({
  make,
  model,
  year,
  region,
  capacity,
});
const determined = (nominal: number): CapacityCase => ({ case: 'determined', nominal });
const candidatesOf = (candidates: Readonly<Record<string, string | null>>) =>
  Object.entries(candidates).map(([capacity, description]) => ({ capacity: Number(capacity), description }));
const undetermined = (candidates: Readonly<Record<string, string | null>>): CapacityCase => ({
  case: 'undetermined',
  candidates: candidatesOf(candidates),
});

/** Owners and vehicles of every seed, unless a scenario names others. */
const seededOwners = [
  {
    name: 'Robin Hale',
    vehicles: [
      seeded('BMW', 'i4 eDrive40', 2024, 'Europe', determined(80.7)),
      seeded(
        'MINI',
        'Cooper E',
        2025,
        'Europe',
        undetermined({ 36.6: null, 40.7: 'BEV:Standard Range', 54.2: 'BEV:Extended Range' }),
      ),
      seeded('VOLKSWAGEN', 'ID.4', 2022, 'Europe', {
        case: 'selected',
        nominal: 77,
        candidates: candidatesOf({ 52: 'BEV:Pure', 77: 'BEV:Pro', 82: null }),
      }),
      seeded('TESLA', 'Model 3', 2023, 'US', determined(57.5)),
      seeded('POLESTAR', '2', 2023, 'US', undetermined({ 69: 'BEV:Standard Range', 78: 'BEV:Long Range' })),
      seeded('FORD', 'Mustang Mach-E', 2023, 'Canada', determined(91)),
    ],
  },
  {
    name: 'Noa Lind',
    vehicles: [
      seeded('MINI', 'Countryman SE ALL4', 2025, 'Europe', determined(64.6)),
      seeded('KIA', 'EV6', 2024, 'Europe', undetermined({ 58: null, 77.4: 'BEV:Extended Range' })),
    ],
  },
] as const satisfies readonly OwnerOptions[];

/** This many vehicles, cycling through the seeded kinds. */
function manyVehicles(count: number): readonly VehicleOptions[] {
  const kinds = seededOwners.flatMap(({ vehicles }) => vehicles);
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((kind) => kind !== undefined);
}

/** The seeded owners granted access long ago, so that a new user sees a full month of records. */
const longAgo = Date.UTC(2020, 0, 1);

/** The parts of the world that a scenario may define. */
interface WorldOptions {
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
