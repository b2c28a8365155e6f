import { makeName, vehicleName } from './vehicle-names.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/**
 * Whether a vehicle has every word of the filter in its id, make, model or year, whatever the case. What was not read
 * yet can't match.
 */
export function matchesFilter(vehicle: VehicleEntry, filter: string): boolean {
  const { attributes, make, id } = vehicle;
  const name = attributes.value ? `${attributes.value.make} ${vehicleName(attributes.value)}` : '';
  const text = [id, make === undefined ? '' : `${make} ${makeName(make)}`, name].join('\n').toLocaleLowerCase();
  return words(filter).every((word) => text.includes(word));
}

function words(filter: string): string[] {
  return filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
