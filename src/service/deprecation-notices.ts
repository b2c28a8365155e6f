import { now } from '../common/clock.ts';
import { dayText } from '../common/text/dates.ts';
import { t } from '../common/translate.ts';
import type { RequestReport } from './model/request-report.ts';
import { parseUrl } from '../common/missing-in-node-20.ts';
import { parseHttpDate } from './http/response-errors.ts';

/** Remembers which notices were shown; VS Code's Memento fits. */
interface ShownBefore {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface DeprecationNotice {
  readonly text: string;
  /** The service's own page, if it links to one. */
  readonly page: string | undefined;
}

const shownKey = 'vehicleData.versionNotices';

/** Enough for every deployment that a developer uses, but bounded. */
const mostShown = 50;

type DataReport = Pick<RequestReport, 'operation' | 'url' | 'status' | 'responseHeaders'>;

/**
 * A notice about the end of the version in use, from the service's own headers, once for each date. Undefined if there
 * is nothing new; a returned notice counts as shown.
 *
 * @param language a BCP 47 tag
 */
export function deprecationNotice(
  { operation, url, status, responseHeaders }: DataReport,
  shown: ShownBefore,
  language: string,
): DeprecationNotice | undefined {
  const isData = !['exchange-code', 'refresh-tokens', 'application-token'].includes(operation);
  if (!isData || status === undefined || !responseHeaders) return undefined;
  const headers = readDeprecationHeaders(new Headers({ ...responseHeaders }));
  if (!headers) return undefined;
  const { sunsetAt, deprecatedAt, page } = headers;
  const { origin } = new URL(url);
  const key = `${origin} ${sunsetAt ?? ''} ${deprecatedAt ?? ''}`;
  const stored = shown.get<unknown>(shownKey);
  const keys: readonly unknown[] = Array.isArray(stored) ? stored : [];
  if (keys.includes(key)) return undefined;
  void shown.update(shownKey, [...keys.slice(1 - mostShown), key]);
  if (sunsetAt !== undefined) {
    return { text: t('{0} will be switched off on {1}.', origin, dayText(sunsetAt, language)), page };
  }
  if (deprecatedAt === undefined) return { text: t('{0} is deprecated.', origin), page };
  return { text: t('{0} is deprecated as of {1}.', origin, dayText(deprecatedAt, language)), page };
}

/** What a response says about the end of the API that sent it. */
interface DeprecationHeaders {
  /** `Sunset` (RFC 8594): when it will be switched off, in milliseconds since 1970. */
  readonly sunsetAt?: number;
  /** `Deprecation` (RFC 9745): when it was or will be deprecated; absent if the header gives no time. */
  readonly deprecatedAt?: number;
  /** `Link` with relation `sunset`, `deprecation` or `successor-version`: an https page that explains. */
  readonly page?: string;
}

/** Reads the two headers and the accompanying link; undefined if a response has neither header. */
export function readDeprecationHeaders(headers: Pick<Headers, 'get'>): DeprecationHeaders | undefined {
  const deprecation = headers.get('deprecation')?.trim();
  const sunsetAt = parseHttpDate(headers.get('sunset')?.trim() ?? '', now());
  const isDeprecated = Boolean(deprecation) && deprecation !== 'false' && deprecation !== '?0';
  if (sunsetAt === undefined && !isDeprecated) return undefined;
  const deprecatedAt = isDeprecated ? deprecationTime(deprecation ?? '') : undefined;
  const page = linkedPage(headers.get('link') ?? '');
  return {
    ...(sunsetAt !== undefined && { sunsetAt }),
    ...(deprecatedAt !== undefined && { deprecatedAt }),
    ...(page !== undefined && { page }),
  };
}

/** `@1688169599` as in the standard, or an HTTP date as in its drafts; `true`, from older drafts, gives no time. */
function deprecationTime(value: string): number | undefined {
  const [, seconds] = /^@(-?\d{1,12})$/.exec(value) ?? [];
  return seconds === undefined ? parseHttpDate(value, now()) : Number(seconds) * 1000;
}

function linkedPage(link: string): string | undefined {
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const isNotice = /;\s*rel="?[^";,]*\b(?:sunset|deprecation|successor-version)\b/i.test(parameters);
    if (isNotice && parseUrl(target)?.protocol === 'https:') return target;
  }
  return undefined;
}
