import { vehicleName } from '../../../common/vehicle-names.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/**
 * Whether every word of the filter occurs in the vehicle's id, make, model or year, ignoring case. Attributes that were
 * not read yet can't match.
 */
export function matchesFilter(vehicle: VehicleEntry, filter: string): boolean {
  const { value } = vehicle.attributes;
  const text = (value ? `${vehicle.id} ${value.make} ${vehicleName(value)}` : vehicle.id).toLocaleLowerCase();
  const words = filter.toLocaleLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
