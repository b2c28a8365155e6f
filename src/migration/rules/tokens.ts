import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { serviceName, serviceUse } from './mentions.ts';

const grant = /\bgrant_?type\b['"]?\]?\s*(?:=>|[:=,]|%3D)\s*['"]?(refresh_token|authorization_code)\b/gi;
/** Whatever keeps it, by any spelling: `refreshToken`, `refresh_token`, `SMARTCAR_REFRESH_TOKEN`. */
const refreshToken = /\b\w*refresh_?token\w*/gi;

/** The grants of version 2.0, and what is kept for them. */
export function tokens(file: SourceFile): Finding[] {
  if (!file.has(serviceName)) return [];
  const found: Finding[] = [];
  for (const match of file.matches(grant)) {
    const kind = match[1]?.toLowerCase() === 'refresh_token' ? 'refresh-token' : 'code-exchange';
    found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  // A file that merely names the service may keep tokens of others.
  if (!file.has(serviceUse)) return found;
  for (const match of file.matches(refreshToken)) {
    found.push({ kind: 'refresh-token', start: match.index, end: match.index + match[0].length });
  }
  return found;
}
