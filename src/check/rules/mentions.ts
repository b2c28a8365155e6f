/** Matches the name of the service, but not "smart" followed by "card", "cart" or "care". */
export const serviceName = /[sS][mM][aA][rR][tT][-_]?[cC][aA][rR](?![a-z]|[DTEG](?![a-z]))/;

/** Matches what only a client of the service contains. */
export const serviceUse =
  /\bsmartcar\.com\b|['"]@?smartcar['"/]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bSMARTCAR_[A-Z]|\bcom\.smartcar\b|\bsmartcar\/go-sdk|\bSmartcar::|\bsc-(?:user-id|signature)\b/im;

/** Matches what a client of version 2.0 contains, but not one that has moved. */
const olderUse =
  /(?<![.\w])(?:api|auth)\.smartcar\.com|['"]smartcar['"]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bcom\.smartcar\.sdk|\bsmartcar\/go-sdk|\bSmartcar::/m;

/** The versions for which a text is written, as far as it shows. */
export function usedVersions(text: string): { readonly older: boolean; readonly newer: boolean } {
  return { older: olderUse.test(text), newer: text.includes('vehicle.api.smartcar.com') };
}

/** Names from version 2.0 that are rare elsewhere: worth checking in a project that uses the service. */
const ownNames =
  /\b(?:startPercentRemaining|endPercentRemaining|percentRemaining|percent_remaining|chargeStart|chargeEnd|isPluggedIn|is_plugged_in)\b/;

/** The object in which version 3 wraps every response about a vehicle. */
export const readsAttributes = /attributes/i;

const signature = /\bsc-(?:signature|user-id)\b/i;

/** A quick test for whether there can be any findings. It rules out most files. */
export function mayUseService(text: string): boolean {
  return serviceName.test(text) || ownNames.test(text) || signature.test(text);
}
