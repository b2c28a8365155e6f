import { parseUrl } from '../../common/missing-in-node-20.ts';
import { indentedJson, isJson } from '../../common/text/json-text.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { hiding, safeText, withoutSecrets } from '../../service/http/redact.ts';
import type { Operation, RequestReport } from '../../service/model/request-report.ts';
import { formText, joinedLiterals, mask, type SecretName, type SentRequest, type SentText } from './sent-request.ts';

/**
 * Names of headers, members and fields whose values are secrets, of this or any other service: the names that tools for
 * HTTP archives remove as well. In this service, only secrets have such names.
 */
const secretName = new RegExp(
  [
    '(?:token|secret|password|passwd|passphrase|pwd|credential|authorization|authenticate|cookie|assertion)s?$',
    '(?:api|access|private|signing|encryption|auth|secret|subscription|shared)[-_.]?keys?$',
    '(?:^|[-_.])(?:x[-_]?)?(?:auth|session|sid|pin|otp|totp|pass|sig|hmac|jwt|nonce|bearer)$',
    '(?:session|sess)[-_.]?(?:id|key|data|hash)$',
    '^x[-_]?auth|[cx]srf|signature|password|secret|jwt|saml(?:request|response)|code[-_]?verifier',
  ].join('|'),
  'i',
);
const secretNameOfCamelCase = /[a-z](?:Auth|Sid|Pin|Otp|Jwt|Pass)$/;

function isSecretName(name: string): boolean {
  return secretName.test(name) || secretNameOfCamelCase.test(name);
}

/** Names of secret headers are matched more broadly than those of other fields. */
function isSecretHeader(name: string): boolean {
  return /auth|cookie|token|session|key|credential/i.test(name) || isSecretName(name);
}

/** Parameters of queries and forms that are safe to show. All other values are hidden, known or not. */
const harmlessParameters: ReadonlySet<string> = new Set([
  'application_id',
  'client_id',
  'endDate',
  'filter[userId]',
  'filter[vehicle.mode]',
  'filter[vehicleId]',
  'grant_type',
  'limit',
  'mode',
  'offset',
  'page[number]',
  'page[size]',
  'redirect_uri',
  'response_type',
  'scope',
  'startDate',
  'vehicle_id',
]);

/** Request headers that are safe to show. */
const harmlessHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  // An ID, which is useless without a token.
  'sc-user-id',
  'user-agent',
]);

const addressHeader = /^(?:location|content-location|referer|link)$/i;
const requestIdHeader = /request-?id$/i;

/** Shorter values are too common in prose to search for, and too short to be secrets of the service. */
const shortestSecret = 4;

/** The part of a report that may be shown, logged and exported. */
export interface Redacted
  extends Omit<SentRequest, 'method'>, Pick<RequestReport, 'responseHeaders' | 'requestId' | 'failure'> {
  readonly responseBody: RedactedBody | undefined;
}

const aboutTokens: ReadonlySet<Operation> = new Set(['exchange-code', 'refresh-tokens', 'application-token']);

export function redact(report: RequestReport): Redacted {
  const secrets = secretsOf(report);
  const { operation, requestBody, responseHeaders, responseBody, requestId, failure } = report;
  return {
    ...sentAddress(report.url, secrets),
    requestHeaders: Object.fromEntries(
      Object.entries(report.requestHeaders).map(([name, value]) => [name, sentHeader(name, value)]),
    ),
    requestBody: requestBody === undefined ? undefined : sentFields(requestBody),
    responseHeaders: responseHeaders && redactHeaders(responseHeaders, secrets),
    responseBody: responseBody && redactBody(responseBody, secrets, aboutTokens.has(operation)),
    requestId: requestId === undefined ? undefined : redactRequestId(requestId, secrets),
    failure: failure === undefined ? undefined : safeText(failure, secrets),
  };
}

/** The origin without credentials; the path with the harmless part of the query; no fragment. */
export function sentAddress(address: string, secrets: readonly string[]): Pick<SentRequest, 'origin' | 'path'> {
  const url = parseUrl(address);
  if (!url) return { origin: '', path: [{ secret: 'SECRET' }] };
  const query = url.search === '' ? [] : ['?', ...formText(sentFields(url.search.slice(1)))];
  return { origin: `${url.protocol}//${url.host}`, path: [...sentPath(url.pathname, secrets), ...query] };
}

/** IDs are shown unless one contains a token: a user may paste a token by mistake where a vehicle ID is expected. */
function sentPath(pathname: string, secrets: readonly string[]): SentText {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())]);
  const isSecret = (segment: string) => forms.some((form) => segment.includes(form));
  const segments = pathname.split('/').map((each) => (isSecret(each) ? { secret: 'SECRET' as const } : each));
  return joinedLiterals(segments.flatMap((each, index) => (index === 0 ? [each] : ['/', each])));
}

const secretParameters: ReadonlyMap<string, SecretName> = new Map([
  ['client_secret', 'CLIENT_SECRET'],
  ['code', 'CODE'],
  ['refresh_token', 'REFRESH_TOKEN'],
]);
const secretSchemes: ReadonlyMap<string, SecretName> = new Map([
  ['basic ', 'CLIENT_CREDENTIALS'],
  ['bearer ', 'ACCESS_TOKEN'],
]);

/**
 * The fields of a query or form as they were sent. Only the name is decoded, to decide whether the value may be shown.
 */
function sentFields(encoded: string): readonly SentText[] {
  return encoded.split('&').map((field) => {
    const [name = ''] = new URLSearchParams(field).keys();
    if (field === '' || harmlessParameters.has(name)) return [field];
    // What is no field of a form, such as JSON, may hold a secret before any “=”.
    const [start = ''] = /^[\w.~%+*[\]-]*=/.exec(field) ?? [];
    return [start, { secret: secretParameters.get(name) ?? 'SECRET' }];
  });
}

function sentHeader(name: string, value: string): SentText {
  if (harmlessHeaders.has(name.toLowerCase())) return [value];
  const [scheme = ''] = /^authorization$/i.test(name) ? (/^\w+ /.exec(value) ?? []) : [];
  const secret = secretSchemes.get(scheme.toLowerCase());
  return secret ? [scheme, { secret }] : [{ secret: 'SECRET' }];
}

function redactHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [plainText(name, 100), redactHeader(name, value, secrets)]),
  );
}

/** A header that otherwise has to stay as it is, to be sent again. */
export function withoutSecret(name: string, value: string): string {
  if (isSecretHeader(name)) return mask;
  return addressHeader.test(name) ? redactLocation(value) : value;
}

function redactHeader(name: string, value: string, secrets: readonly string[]): string {
  if (isSecretHeader(name)) return mask;
  if (addressHeader.test(name)) return redactLocation(value);
  return requestIdHeader.test(name) ? redactRequestId(value, secrets) : safeText(value, secrets);
}

/** A redirect may contain a code, but its destination is still useful. */
function redactLocation(value: string): string {
  const { origin } = sentAddress(value, []);
  return origin === '' ? mask : `${origin}/${mask}`;
}

/** Request IDs look like tokens, so only the known secrets are searched for. */
function redactRequestId(value: string, secrets: readonly string[]): string {
  return secrets.some((secret) => value.includes(secret)) ? mask : plainText(value, 100);
}

/** The secrets that this request contained, which the response may echo. */
function secretsOf({ url, requestHeaders, requestBody }: RequestReport): string[] {
  const parameters = [...(parseUrl(url)?.searchParams ?? []), ...new URLSearchParams(requestBody ?? '')];
  const hidden = parameters.filter(([name]) => !harmlessParameters.has(name)).map(([, value]) => value);
  const headers = Object.entries(requestHeaders).filter(([name]) => isSecretHeader(name));
  const credentials = headers.flatMap(([, value]) => credentialParts(value));
  return [...hidden, ...credentials].filter((secret) => secret.length >= shortestSecret);
}

/** A header's value, the part after its scheme, and the password encoded by Basic authentication. */
function credentialParts(value: string): string[] {
  const [, scheme = '', credential = ''] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  if (!/^Basic$/i.test(scheme)) return [value, credential];
  const pair = Buffer.from(credential, 'base64').toString();
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** The part of a response body that may be shown: JSON is indented, other text is unchanged. */
interface RedactedBody {
  readonly text: string;
  /** Whether only the beginning is kept. */
  readonly isCut: boolean;
}

/** In a token response every `code` would be an authorization code; elsewhere it is the name of an error. */
const secretOfTokens = /^(?:code|state)$/i;
/** A member of JSON that is truncated or embedded in other text. */
const member = /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|-?\d[\d.eE+-]*)/g;
/** `apiKey=…` in a form, `X-Auth: …` in a quoted header. */
const field = /(?<![\w.~-])([\w.~-]+)((?:\s*=\s*|:\s+)["']?)([^\s&;,"'<>]+)/g;
const parameter = /([?&;]([\w.~-]+)=)[^&;"'\s<>]*/g;

/** `isAboutTokens`: the body is from the token endpoint, so nothing that looks like a token is shown. */
function redactBody(
  body: { readonly text: string; readonly isCut: boolean },
  secrets: readonly string[],
  isAboutTokens: boolean,
): RedactedBody {
  const hide = isAboutTokens ? (shown: string) => withoutSecrets(shown, secrets) : hiding(secrets);
  if (body.isCut || !isJson(body.text)) {
    const beginning = beginningOf(body.text);
    const isCut = body.isCut || beginning !== body.text;
    // A word cut in two may be the beginning of a secret, which would no longer be recognized.
    const text = isCut ? beginning.replace(/[^\s"',:;&=<>]*$/, '') : beginning;
    return { text: hide(withoutParameters(withoutMembers(text))), isCut };
  }
  const isSecret = (name: string) => isSecretName(name) || (isAboutTokens && secretOfTokens.test(name));
  const shown = indentedJson(
    body.text,
    (value, name = '') => (isSecret(name) ? mask : hide(withoutParameters(value))),
    isSecret,
  );
  return { text: shown, isCut: false };
}

const mostOfBeginning = 16 << 10;

/**
 * The beginning of a text that cannot be compared anyway. It is copied, because a slice keeps the whole text in memory.
 */
export function beginningOf(text: string): string {
  return text.length <= mostOfBeginning ? text : Buffer.from(text.slice(0, mostOfBeginning)).toString();
}

function withoutMembers(text: string): string {
  return text.replace(member, (whole, name: string, colon: string, value: string) => {
    if (!isSecretName(name)) return whole;
    return `"${name}"${colon}${value.startsWith('"') ? `"${mask}${value.length > 1 && value.endsWith('"') ? '"' : ''}` : mask}`;
  });
}

/** Hides the values of URL parameters that are not known to be harmless, and of fields that are known to be secret. */
function withoutParameters(text: string): string {
  if (!/=|:\s/.test(text)) return text;
  return text
    .replace(parameter, (whole, start: string, name: string) =>
      harmlessParameters.has(name) ? whole : `${start}${mask}`,
    )
    .replace(field, (whole, name: string, sign: string, value: string) => {
      // After a colon, the value may be an ordinary word of a sentence.
      const isWord = sign.trimStart().startsWith(':') && /^[a-z]{0,15}[.!?]?$/i.test(value);
      return isSecretName(name) && !isWord && !/^(?:bearer|basic)$/i.test(value) ? `${name}${sign}${mask}` : whole;
    });
}
