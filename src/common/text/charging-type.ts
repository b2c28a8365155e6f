/** Formats a charge's type for people: `Type 2` for `TYPE_2`. One word, which may be an abbreviation, stays as it is. */
export function chargingTypeName(type: string): string {
  if (!/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(type)) return type;
  return type.replaceAll('_', ' ').replace(/[A-Z]{4,}/g, (word) => word.charAt(0) + word.slice(1).toLowerCase());
}
