import { lineAt, type SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { meaningOf, type Names, namesOf, serviceName, serviceUse } from './known-names.ts';

const grant = /\bgrant[_-]?type\b['"]?\]?\s*(?:=>|[:=,]|%3D)\s*['"]?(refresh_token|authorization_code)\b/gi;
/** The same in Postman's notation for form fields. */
const grantField = /(?<="grant_type",\s{0,40}"value":\s{0,40}")(refresh_token|authorization_code)(?=")/g;
/** Any name of a stored refresh token or its expiration: `refreshToken`, `refresh_token`, `SMARTCAR_REFRESH_TOKEN`. */
const refreshToken = /\b\w*refresh_?(?:token|expiration)\w*/gi;
/** A name that includes the service's name. */
const ownName = /smart_?car/i;
/** A name that includes another service's. */
const otherName =
  /amazon|apple|azure|discord|dropbox|enode|facebook|fitbit|garmin|github|gitlab|google|hubspot|linkedin|microsoft|notion|outlook|salesforce|slack|spotify|strava|tesla|tibber|twitch|twitter|withings|zoom/i;
/** How libraries for OAuth exchange a code. */
const exchanges =
  /\.Exchange(?=\(\s{0,3}\w{1,30}(?:\.\w{1,30}\(\))?\s{0,3},)|\bexchangeCodeAsync(?=\()|\bauth_code\.get_token\b|\b(?:fetch_token|authorize_access_token)(?=\()|\bgetToken(?=\(\s{0,3}\{\s{0,20}code\b)|\bgetAccessToken(?=\(\s{0,3}['"]authorization_code)|\bhandleAuthorizationResponse(?=\()|\bRequestAuthorizationCodeTokenAsync(?=\()|\bAuthorizationGrantType\.AUTHORIZATION_CODE\b/g;

/** Finds the grants of version 2.0, and what is stored for them. */
export function tokens(file: SourceFile, { imported }: ProjectContext): Finding[] {
  const names = namesOf(file, imported);
  const isImported = [...names.values()].some((meaning) => meaning === 'sdk' || meaning === 'v2-token');
  if (!isImported && !file.has(serviceName)) return [];
  const isOurs = nearOurs(file, names);
  const found: Finding[] = [];
  for (const match of [...file.matches(grant), ...file.matches(grantField)]) {
    const kind = match[1]?.toLowerCase() === 'refresh_token' ? 'refresh-token' : 'code-exchange';
    if (isOurs(match.index)) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  const isClient = file.has(serviceUse);
  for (const match of isClient ? file.matches(exchanges, 'code') : []) {
    if (isOurs(match.index))
      found.push({ kind: 'code-exchange', start: match.index, end: match.index + match[0].length });
  }
  // A file that merely mentions the service may store tokens of other services.
  for (const match of file.matches(refreshToken)) {
    const isOwn = ownName.test(match[0]);
    if (!isOwn && (!isClient || otherName.test(match[0]) || !isOurs(match.index))) continue;
    found.push({ kind: 'refresh-token', start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** A URL at which another provider issues tokens. */
const provider =
  /https?:\/\/(?![\w.-]*smartcar\.com)(?!localhost|127\.)[\w.-]+\.[a-z]{2,}[^\s'"`]{0,80}?(?:oauth|token|authorize|login|signin)[^\s'"`]{0,80}|https?:\/\/(?:oauth|oauth2|auth|login|accounts|id|identity|sso)\.(?!smartcar\.com)[\w.-]+\.[a-z]{2,}/gi;
const ours =
  /\b(?:auth|iam)\.smartcar\.com\b|\b(?:exchangeCode|exchange_code|exchangeRefreshToken|exchange_refresh_token|AuthClient)\b|\bSMARTCAR_\w*(?:TOKEN|AUTH|SECRET)\w*/g;

/**
 * Whether the code at an offset is for this service, because the file may also sign in to other ones. The nearest URL
 * or name decides.
 */
function nearOurs(file: SourceFile, names: Names): (offset: number) => boolean {
  const theirs = [...file.matches(provider, 'string')];
  if (theirs.length === 0) return () => true;
  const places: { readonly at: number; readonly isOurs: boolean }[] = [];
  for (const { index } of theirs) places.push({ at: index, isOurs: false });
  for (const { index } of file.matches(ours)) places.push({ at: index, isOurs: true });
  for (const { index, 0: name } of file.matches(/(?<![\w$])[A-Za-z_$][\w$]{0,60}/g, 'code')) {
    const meaning = names.get(name);
    if (meaning === 'other') places.push({ at: index, isOurs: false });
    else if (meaning === 'v2-token' || meaning === 'v3-token' || meaning === 'sdk')
      places.push({ at: index, isOurs: true });
  }
  for (const { index, 1: name = '' } of file.matches(/[{(]([A-Za-z_$][\w$.]{0,60})\}\//g, 'string')) {
    const meaning = meaningOf(names, name);
    if (meaning === 'other') places.push({ at: index, isOurs: false });
    else if (meaning === 'v2-token') places.push({ at: index, isOurs: true });
  }
  places.sort((a, b) => a.at - b.at);
  const starts = places.map(({ at }) => at);
  return (offset) => {
    const index = lineAt(starts, offset);
    const [before, after] = [places[index], places[index + 1]];
    if (!before || !after) return (before ?? after)?.isOurs ?? true;
    return (offset - before.at <= after.at - offset ? before : after).isOurs;
  };
}
