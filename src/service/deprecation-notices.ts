import type { Clock } from '../common/clock.ts';
import { dayText } from '../common/text/dates.ts';
import type { Translate } from '../common/translate.ts';
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

/** Notices about the end of the version in use, from the service's own headers, once for each date. */
export class DeprecationNotices {
  readonly #shown: ShownBefore;
  readonly #clock: Clock;
  readonly #language: string;
  readonly #t: Translate;

  /** @param language a BCP 47 tag */
  constructor(shown: ShownBefore, clock: Clock, language: string, t: Translate) {
    this.#shown = shown;
    this.#clock = clock;
    this.#language = language;
    this.#t = t;
  }

  /** Undefined if there is nothing new. A returned notice counts as shown. */
  noticeFor({ operation, url, status, responseHeaders }: DataReport): DeprecationNotice | undefined {
    const isData = !['exchange-code', 'refresh-tokens', 'application-token'].includes(operation);
    if (!isData || status === undefined || !responseHeaders) return undefined;
    const headers = readDeprecationHeaders(new Headers({ ...responseHeaders }), this.#clock.now());
    if (!headers) return undefined;
    const { origin } = new URL(url);
    const key = `${origin} ${headers.sunsetAt ?? ''} ${headers.deprecatedAt ?? ''}`;
    return this.#isNews(key) ? { text: this.#headerText(origin, headers), page: headers.page } : undefined;
  }

  #isNews(key: string): boolean {
    const shown = this.#shown.get<unknown>(shownKey);
    const keys: readonly unknown[] = Array.isArray(shown) ? shown : [];
    if (keys.includes(key)) return false;
    void this.#shown.update(shownKey, [...keys.slice(1 - mostShown), key]);
    return true;
  }

  #headerText(origin: string, { sunsetAt, deprecatedAt }: DeprecationHeaders): string {
    const t = this.#t;
    if (sunsetAt !== undefined) return t('{0} will be switched off on {1}.', origin, dayText(sunsetAt, this.#language));
    if (deprecatedAt === undefined) return t('{0} is deprecated.', origin);
    return t('{0} is deprecated as of {1}.', origin, dayText(deprecatedAt, this.#language));
  }
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

/**
 * Reads the two headers and the accompanying link; undefined if a response has neither header.
 *
 * @param now milliseconds since 1970
 */
export function readDeprecationHeaders(headers: Pick<Headers, 'get'>, now: number): DeprecationHeaders | undefined {
  const deprecation = headers.get('deprecation')?.trim();
  const sunsetAt = parseHttpDate(headers.get('sunset')?.trim() ?? '', now);
  const isDeprecated = Boolean(deprecation) && deprecation !== 'false' && deprecation !== '?0';
  if (sunsetAt === undefined && !isDeprecated) return undefined;
  const deprecatedAt = isDeprecated ? deprecationTime(deprecation ?? '', now) : undefined;
  const page = linkedPage(headers.get('link') ?? '');
  return {
    ...(sunsetAt !== undefined && { sunsetAt }),
    ...(deprecatedAt !== undefined && { deprecatedAt }),
    ...(page !== undefined && { page }),
  };
}

/** `@1688169599` as in the standard, or an HTTP date as in its drafts; `true`, from older drafts, gives no time. */
function deprecationTime(value: string, now: number): number | undefined {
  const [, seconds] = /^@(-?\d{1,12})$/.exec(value) ?? [];
  return seconds === undefined ? parseHttpDate(value, now) : Number(seconds) * 1000;
}

function linkedPage(link: string): string | undefined {
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const isNotice = /;\s*rel="?[^";,]*\b(?:sunset|deprecation|successor-version)\b/i.test(parameters);
    if (isNotice && parseUrl(target)?.protocol === 'https:') return target;
  }
  return undefined;
}
