const longestName = 100;

/**
 * How many distinct names of unknown fields are kept, for a batch of records and for the fields next to the records.
 */
export const mostNames = 50;
/** Counts the unknown fields beyond that number. */
export const otherNames = '…';

/** The name of a field, cut if it is too long to keep. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

const longestForm = 60;

/** A short form of a JSON value, whatever its size. */
export function shortForm(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > longestForm ? `${value.slice(0, longestForm)}…` : value);
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}
