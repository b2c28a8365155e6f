/** The name of the service, and not that of a card, a cart or care. */
export const serviceName = /[sS][mM][aA][rR][tT][-_]?[cC][aA][rR](?![a-z]|[DTEG](?![a-z]))/;

/** What only a client of the service writes. */
export const serviceUse =
  /\bsmartcar\.com\b|['"]@?smartcar['"/]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bSMARTCAR_[A-Z]|\bcom\.smartcar\b|\bsmartcar\/go-sdk|\bSmartcar::|\bsc-(?:user-id|signature)\b/im;

/** What a client of version 2.0 writes, and one that has moved does not. */
const olderUse =
  /(?<![.\w])(?:api|auth)\.smartcar\.com|['"]smartcar['"]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bcom\.smartcar\.sdk|\bsmartcar\/go-sdk|\bSmartcar::/m;

/** Which versions a text is for, as far as it says. */
export function usedVersions(text: string): { readonly older: boolean; readonly newer: boolean } {
  return { older: olderUse.test(text), newer: text.includes('vehicle.api.smartcar.com') };
}

/** Names of version 2.0 that hardly anybody else uses: worth a look in a project that uses the service. */
const ownNames =
  /\b(?:startPercentRemaining|endPercentRemaining|percentRemaining|percent_remaining|chargeStart|chargeEnd|isPluggedIn|is_plugged_in)\b/;

/** What every answer of version 3 on a vehicle is wrapped in. */
export const readsAttributes = /attributes/i;

const signature = /\bsc-(?:signature|user-id)\b/i;

/** Whether there can be anything to find: most files of the world end here. */
export function mayUseService(text: string): boolean {
  return serviceName.test(text) || ownNames.test(text) || signature.test(text);
}
