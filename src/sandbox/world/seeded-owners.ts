import type { CapacityCase, OwnerOptions, Region, VehicleOptions } from './owner-options.ts';

const vehicle = (
  make: string,
  model: string,
  year: number,
  region: Region,
  capacity: CapacityCase,
): VehicleOptions => ({
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
export const seededOwners = [
  {
    name: 'Robin Hale',
    vehicles: [
      vehicle('BMW', 'i4 eDrive40', 2024, 'Europe', determined(80.7)),
      vehicle(
        'MINI',
        'Cooper E',
        2025,
        'Europe',
        undetermined({ 36.6: null, 40.7: 'BEV:Standard Range', 54.2: 'BEV:Extended Range' }),
      ),
      vehicle('VOLKSWAGEN', 'ID.4', 2022, 'Europe', {
        case: 'selected',
        nominal: 77,
        candidates: candidatesOf({ 52: 'BEV:Pure', 77: 'BEV:Pro', 82: null }),
      }),
      vehicle('TESLA', 'Model 3', 2023, 'US', determined(57.5)),
      vehicle('POLESTAR', '2', 2023, 'US', undetermined({ 69: 'BEV:Standard Range', 78: 'BEV:Long Range' })),
      vehicle('FORD', 'Mustang Mach-E', 2023, 'Canada', determined(91)),
    ],
  },
  {
    name: 'Noa Lind',
    vehicles: [
      vehicle('MINI', 'Countryman SE ALL4', 2025, 'Europe', determined(64.6)),
      vehicle('KIA', 'EV6', 2024, 'Europe', undetermined({ 58: null, 77.4: 'BEV:Extended Range' })),
    ],
  },
] as const satisfies readonly OwnerOptions[];

/** This many vehicles, cycling through the seeded kinds. */
export function manyVehicles(count: number): readonly VehicleOptions[] {
  const kinds = seededOwners.flatMap(({ vehicles }) => vehicles);
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((kind) => kind !== undefined);
}
