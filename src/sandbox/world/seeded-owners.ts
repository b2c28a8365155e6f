import type { SandboxVehicle } from './world.ts';

type SeededVehicle = Omit<SandboxVehicle, 'id' | 'vin'>;

/** Owners and vehicles of every seed, unless a scenario names others. */
export const seededOwners: readonly { readonly name: string; readonly vehicles: readonly SeededVehicle[] }[] = [
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

/** As many vehicles as asked for, of the seeded kinds in turn. */
export function manyVehicles(count: number): readonly SeededVehicle[] {
  const kinds = seededOwners.flatMap(({ vehicles }) => vehicles);
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((kind) => kind !== undefined);
}
