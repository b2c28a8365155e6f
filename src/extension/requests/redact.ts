import { parseUrl } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { safeText } from '../../service/http/redact.ts';
import type { Operation, RequestReport } from '../../service/model/request-report.ts';
import { redactBody, type RedactedBody } from './redact-body.ts';
import { formText, joinedLiterals, type SecretName, type SentRequest, type SentText } from './sent-request.ts';
import { harmlessHeaders, harmlessParameters, isSecretHeader, mask } from './shown-parameters.ts';

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

/** What a person has written may be for the token endpoint as well. */
function isAboutTokens(operation: Operation, url: string): boolean {
  return aboutTokens.has(operation) || (operation === 'http-file' && /\/token\b/.test(url));
}

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
    responseBody: responseBody && redactBody(responseBody, secrets, isAboutTokens(operation, report.url)),
    requestId: requestId === undefined ? undefined : redactRequestId(requestId, secrets),
    failure: failure === undefined ? undefined : safeText(failure, secrets),
  };
}

/** The origin without credentials; the path with the harmless part of the query; no fragment. */
function sentAddress(address: string, secrets: readonly string[]): Pick<SentRequest, 'origin' | 'path'> {
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
