import { plainText } from './text/plain-text.ts';

/** Makes of more than three letters whose own spelling is in capitals. */
const capitals = new Set(['MINI', 'SEAT']);

/**
 * Formats a make for people. The service sends capitals (`TESLA`, `LAND_ROVER`), which are correct for abbreviations
 * (`BMW`, `KIA`). So a make with at most three letters, or one that is always in capitals, keeps them, and the rest
 * gets title case.
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

/** `Tesla Model 3`, or the model alone if that would be too long beside something else in a view of 300 px. */
export function shortName(vehicle: Named): string {
  const name = modelName(vehicle);
  return name.length > 16 ? plainText(vehicle.model) : name;
}

/** `Tesla Model 3 (2023)` */
export function vehicleName(vehicle: Named & { readonly year: number }): string {
  return `${modelName(vehicle)} (${vehicle.year})`;
}

/**
 * The label of an account, for a place that already names its environment. Labels end in it, `Owner 1234 (sandbox)`,
 * because VS Code's Accounts menu lists the accounts of all environments together.
 */
export function accountLabel(label: string, environment: string, maxLength: number): string {
  const suffix = ` (${environment})`;
  return plainText(label.endsWith(suffix) ? label.slice(0, -suffix.length) : label, maxLength);
}
