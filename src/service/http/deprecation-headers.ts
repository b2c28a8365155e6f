import { parseUrl } from '../../common/missing-in-node-20.ts';
import { parseHttpDate } from './http-date.ts';

/** What a response says about the end of the API that sent it. */
export interface DeprecationHeaders {
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
