const longestName = 100;

/** Distinct names kept of the fields that the contract doesn't know: of a batch of records, and beside them. */
export const mostNames = 50;
/** Under this name those beyond them are counted. */
export const otherNames = '…';

/** The name of a field, cut where it is too long to keep. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
