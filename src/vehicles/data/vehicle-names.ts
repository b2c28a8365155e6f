import { plainText } from '../../common/plain-text.ts';
import type { Vehicle } from '../../service/model/vehicles.ts';

/** Makes of more than three letters that write themselves in capitals. */
const capitals = new Set(['MINI', 'SEAT']);

/**
 * A make for people. The service shouts (`TESLA`, `LAND_ROVER`); abbreviations do so for good (`BMW`, `KIA`). So what
 * has at most three letters, or capitals of its own, stays as spelled, and the rest gets title case.
 */
export function makeName(make: string): string {
  const text = plainText(make.replaceAll('_', ' '), 60);
  const hasOwnCapitals = text !== text.toUpperCase() && text !== text.toLowerCase();
  if (hasOwnCapitals || text.length <= 3 || capitals.has(text)) return text;
  return text.toLowerCase().replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

/** `BMW i4 (2023)` */
export function vehicleName(vehicle: Vehicle): string {
  return `${makeName(vehicle.make)} ${plainText(vehicle.model, 60)} (${vehicle.year})`;
}
