import { plainText } from './text/plain-text.ts';

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

interface Named {
  readonly make: string;
  readonly model: string;
}

/** `Tesla Model 3`; a file of records has a name and no make. */
export function modelName({ make, model }: Named): string {
  return `${makeName(make)} ${plainText(model)}`.trimStart();
}

/** `Tesla Model 3 (2023)` */
export function vehicleName(vehicle: Named & { readonly year: number }): string {
  return `${modelName(vehicle)} (${vehicle.year})`;
}
