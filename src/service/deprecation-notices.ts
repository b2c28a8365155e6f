import type { Clock } from '../common/clock.ts';
import { dayText } from '../common/text/dates.ts';
import type { Translate } from '../common/translate.ts';
import { type DeprecationHeaders, readDeprecationHeaders } from './http/deprecation-headers.ts';
import type { RequestReport } from './model/request-report.ts';

/** Remembers which notices were shown; VS Code's Memento fits. */
export interface ShownBefore {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface DeprecationNotice {
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
