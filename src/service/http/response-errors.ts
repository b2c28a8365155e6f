import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import { ServiceError, type ServiceErrorDetails, type Turn } from '../model/errors.ts';
import { safeText } from './redact.ts';
import type { TextResponse } from './messages.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A body parsed as a JSON object; undefined if it is anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  const value = jsonValue(text);
  return isRecord(value) ? value : undefined;
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJson(headers: Headers): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

/** The ID that support asks for (public). */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('sc-request-id') ?? undefined;
}

const shortestWaitSeconds = 1;
const longestWaitSeconds = 15 * 60;

/** The wait after a 429 that specifies none: the service refills two requests a minute (public). */
const defaultWaitSeconds = 60;

/**
 * `Retry-After`, in seconds or as a date, limited to between 1 s and 15 min. A 429 always has a wait. A date is
 * relative to the response's own `Date`, because this machine's clock may be minutes off.
 */
function retryAfterSeconds({ status, headers, receivedAt }: TextResponse): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const sentAt = parseHttpDate(headers.get('date')?.trim() ?? '', receivedAt) ?? receivedAt;
  const date = parseHttpDate(value, sentAt);
  if (date === undefined && !/^\d+(?:\.\d+)?$/.test(value)) return status === 429 ? defaultWaitSeconds : undefined;
  const seconds = date === undefined ? Number(value) : (date - sentAt) / 1000;
  return Math.min(longestWaitSeconds, Math.max(shortestWaitSeconds, Math.ceil(seconds)));
}

/** The same as details of a ServiceError, with the resulting time. */
export function retryTime(response: TextResponse): Pick<ServiceErrorDetails, 'retryAfterSeconds' | 'retryAt'> {
  const seconds = retryAfterSeconds(response);
  return {
    retryAfterSeconds: seconds,
    retryAt: seconds === undefined ? undefined : response.receivedAt + seconds * 1000,
  };
}

/** Builds a message from what happened, the service's names for it, and the text that the service sent. */
export function failureMessage(what: string, marks: readonly string[], said: string): string {
  const quoted = said === '' ? '' : ` ${t('The API says: “{0}”', said)}`;
  return `${what} (${marks.join(', ')}).${quoted}`;
}

/**
 * The error for a response that is not the expected JSON object: a captive portal's page, a proxy's error, a cut body.
 *
 * @param what what the status alone means, if that matters more than the content
 */
export function unreadable(
  response: TextResponse,
  secrets: readonly string[],
  advice: { readonly turn: Turn; readonly nextStep: string },
  what?: string,
): ServiceError {
  const { status } = response;
  const message =
    what === undefined && isPlainError(response)
      ? t('The API had an error (HTTP {0}).', status)
      : what === undefined
        ? t('The API sent {0} (HTTP {1}).', nature(response, secrets), status)
        : failureMessage(what, [`HTTP ${status}`], '');
  return new ServiceError(message, {
    kind: 'not-json',
    ...advice,
    status,
    requestId: requestIdOf(response.headers),
    ...retryTime(response),
    sent: true,
  });
}

/** An error in words of its own, which were never meant as JSON. */
function isPlainError({ status, text }: TextResponse): boolean {
  return status >= 500 && /^\s*[^\s{["<\ufeff]/.test(text) && jsonValue(text) === undefined;
}

function nature({ text, headers }: TextResponse, secrets: readonly string[]): string {
  if (text.trim() === '') return t('an empty or unreadable response');
  const type = headers.get('content-type') ?? '';
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text)) {
    const title = safeText(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '', secrets, 80);
    return title === '' ? t('an HTML page') : t('an HTML page titled “{0}”', title);
  }
  if (text.startsWith('\ufeff')) return t('a byte order mark, which JSON must not begin with');
  return jsonValue(text) === undefined ? t('invalid JSON') : t('unexpected JSON');
}

/** The error for JSON that breaks the contract. Names the fields and what is wrong with them, never their values. */
export function contractBroken(
  response: Pick<TextResponse, 'status' | 'headers'>,
  problems: readonly string[],
  advice: { readonly turn: Turn; readonly nextStep: string } = {
    turn: 'developer',
    nextStep: t('Report it to support with the request ID.'),
  },
): ServiceError {
  return new ServiceError(t('The API’s response is invalid: {0}.', problems.join('; ')), {
    kind: 'contract',
    ...advice,
    status: response.status,
    requestId: requestIdOf(response.headers),
    sent: true,
  });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const forms = [
  String.raw`[A-Z][a-z]{2}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`[A-Z][a-z]{5,8}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`[A-Z][a-z]{2} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Parses an HTTP date into milliseconds since 1970; undefined if it is not one. All three forms are in UTC (RFC 9110,
 * 5.6.7). `Date.parse` reads the last one as local time, and finds a date in almost any text.
 *
 * @param now milliseconds since 1970, to determine the century of a two-digit year
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return undefined;
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number);
  const monthIndex = months.indexOf(parts.month ?? '');
  const moment = Date.UTC(fullYear(parts.year ?? '', now), monthIndex, day, hour, minute, second);
  const isOfCalendar = new Date(moment).getUTCDate() === day && Number(hour) < 24 && Number(minute) < 60;
  return isOfCalendar ? moment : undefined;
}

/** A two-digit year that would be more than 50 years ahead is in the past (RFC 9110, 5.6.7). */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
