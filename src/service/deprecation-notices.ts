import type { Translate } from '../common/translate.ts';
import { isLoopback } from './http/addresses.ts';
import type { RequestReport } from './model/request-report.ts';
import { announcedEnd, announcedEndOfLaterCopies } from './v2/announced-end.ts';
import { readDeprecationHeaders, type DeprecationHeaders } from './http/deprecation-headers.ts';

/** What was said already; VS Code's Memento fits. */
export interface ShownBefore {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** One message about the end of version 2.0. */
export interface DeprecationNotice {
  readonly text: string;
  /** The service's own page, where it links one. */
  readonly page: string | undefined;
}

const saidKey = 'vehicleData.versionNotices';

/** Enough for every deployment that a developer meets, and no endless list. */
const mostSaid = 50;

type DataReport = Pick<RequestReport, 'operation' | 'url' | 'status' | 'responseHeaders'>;

/**
 * Finds what there is to say about the end of version 2.0: what the service's own headers say, once for each date; and
 * the announced end, once, when the first answer comes from a service that is not on this machine.
 */
export class DeprecationNotices {
  readonly #said: ShownBefore;
  readonly #time: (at: number) => string;
  readonly #t: Translate;

  constructor(said: ShownBefore, time: (at: number) => string, t: Translate) {
    this.#said = said;
    this.#time = time;
    this.#t = t;
  }

  /** Undefined where there is nothing new. What is returned counts as said. */
  noticeFor({ operation, url, status, responseHeaders }: DataReport): DeprecationNotice | undefined {
    const isData = operation !== 'exchange-code' && operation !== 'refresh-tokens';
    if (!isData || status === undefined || !responseHeaders) return undefined;
    const { origin, hostname } = new URL(url);
    const notice = readDeprecationHeaders(new Headers({ ...responseHeaders }));
    if (notice) {
      const key = `${origin} ${notice.sunsetAt ?? ''} ${notice.deprecatedAt ?? ''}`;
      return this.#isNews(key) ? { text: this.#headerText(origin, notice), page: notice.page } : undefined;
    }
    const isAnnounced = status >= 200 && status < 300 && !isLoopback(hostname) && this.#isNews('announced');
    return isAnnounced ? { text: announcedText(this.#t), page: undefined } : undefined;
  }

  #isNews(key: string): boolean {
    const said = this.#said.get<unknown>(saidKey);
    const keys: readonly unknown[] = Array.isArray(said) ? said : [];
    if (keys.includes(key)) return false;
    void this.#said.update(saidKey, [...keys.slice(1 - mostSaid), key]);
    return true;
  }

  #headerText(origin: string, { sunsetAt, deprecatedAt, isDeprecated }: DeprecationHeaders): string {
    const t = this.#t;
    if (sunsetAt !== undefined) return t('{0} says that it will be switched off on {1}.', origin, this.#time(sunsetAt));
    if (isDeprecated && deprecatedAt === undefined) return t('{0} says that it is deprecated.', origin);
    return t('{0} says that it is deprecated as of {1}.', origin, this.#time(deprecatedAt ?? 0));
  }
}

/** The announced end, which is data: see `version-two.ts`. */
function announcedText(t: Translate): string {
  return t(
    'Version 2.0 of the service was announced for deprecation {0}; later public copies say {1}. It answers today; plan the change to version 3.',
    announcedEnd(),
    announcedEndOfLaterCopies(),
  );
}
