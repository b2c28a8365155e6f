/**
 * Makes with charge records, in lower case as in the path. Public: the specification says "two makes" without their
 * names.
 */
const makesWithRecords: readonly string[] = ['bmw', 'mini'];

export function hasChargeRecords(make: string): boolean {
  return makesWithRecords.includes(make.toLowerCase());
}
