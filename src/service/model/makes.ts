/** Makes with charge records, in lower case as in the path. Public: the document says "two makes" and omits their names. */
const makesWithRecords: readonly string[] = ['bmw', 'mini'];

export function hasChargeRecords(make: string): boolean {
  return makesWithRecords.includes(make.toLowerCase());
}
