import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { serviceName, serviceUse } from './mentions.ts';

const grant = /\bgrant_?type\b['"]?\]?\s*(?:=>|[:=,]|%3D)\s*['"]?(refresh_token|authorization_code)\b/gi;
/** As Postman keeps the fields of a form. */
const grantField = /(?<="grant_type",\s{0,40}"value":\s{0,40}")(refresh_token|authorization_code)(?=")/g;
/** Whatever keeps it, by any spelling: `refreshToken`, `refresh_token`, `SMARTCAR_REFRESH_TOKEN`; and when it ends. */
const refreshToken = /\b\w*refresh_?(?:token|expiration)\w*/gi;
/** One that says whose it is. */
const ownRefreshToken = /\b\w*smart_?car\w*refresh_?token\w*/gi;

/** The grants of version 2.0, and what is kept for them. */
export function tokens(file: SourceFile): Finding[] {
  if (!file.has(serviceName)) return [];
  const found: Finding[] = [];
  for (const match of [...file.matches(grant), ...file.matches(grantField)]) {
    const kind = match[1]?.toLowerCase() === 'refresh_token' ? 'refresh-token' : 'code-exchange';
    found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  // A file that merely names the service may keep tokens of others.
  for (const match of file.matches(file.has(serviceUse) ? refreshToken : ownRefreshToken)) {
    found.push({ kind: 'refresh-token', start: match.index, end: match.index + match[0].length });
  }
  return found;
}
