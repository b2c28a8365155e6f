import { plainText } from '../common/plain-text.ts';
import type { Vehicle } from '../service/vehicles.ts';

/**
 * A make for people. The service shouts (`TESLA`, `LAND_ROVER`); abbreviations do so for good (`BMW`, `MINI`, `KIA`).
 * So what has at most four letters, or capitals of its own, stays as spelled, and the rest gets title case.
 */
export function makeName(make: string): string {
  const text = plainText(make.replaceAll('_', ' '), 60);
  const hasOwnCapitals = text !== text.toUpperCase() && text !== text.toLowerCase();
  if (hasOwnCapitals || text.length <= 4) return text;
  return text.toLowerCase().replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

/** `BMW i4 (2023)` */
export function vehicleName(vehicle: Vehicle): string {
  return `${makeName(vehicle.make)} ${plainText(vehicle.model, 60)} (${vehicle.year})`;
}
