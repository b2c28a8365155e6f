import { dayMs, startOfDay } from '../../common/date-range.ts';
import { dayText } from '../../common/text/dates.ts';
import { t } from '../../common/translate.ts';

/**
 * When version 2.0 ends. Official pages such as the migration guide name the quarter; earlier copies, and the
 * specification ("Versioning"), said the third. The day is reported by third parties that quote the documentation. No
 * source says what happens then.
 */
const endOfVersion2 = {
  official: { first: '2026-10-01', last: '2026-12-31' },
  reported: '2026-12-01',
} as const;

/** The announced end, for use inside a sentence. */
export const announcedEnd = () => t('the fourth quarter of 2026');

/** Days from the UTC day of `now` to another day; negative once that day is past. */
function daysUntil(day: string, now: number): number {
  return (Date.parse(day) - startOfDay(now)) / dayMs;
}

/** The reported day in a few words, for the line of an account that is connected by version 2.0. */
export function endNote(now: number, language: string): string {
  const { reported } = endOfVersion2;
  const date = dayText(reported, language);
  return daysUntil(reported, now) < 0 ? t('2.0 was to end on {0}', date) : t('2.0 ends on {0}', date);
}

/**
 * Text with both dates and a count of days, correct before, on and after them, and once the service has said that
 * version 2.0 is off.
 *
 * @param now milliseconds since 1970
 * @param language a BCP 47 tag
 */
export function endText(now: number, language: string, isOff = false): string {
  const { official, reported } = endOfVersion2;
  if (isOff)
    return t('API version 2.0 no longer answers. It was to end in {0}. Move to version 3 now.', announcedEnd());
  const days = daysUntil(reported, now);
  const date = dayText(reported, language);
  const count = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
  if (daysUntil(official.last, now) < 0) {
    return t('API version 2.0 was to end in {0}, which is over. Move to version 3 now.', announcedEnd());
  }
  if (days < 0) {
    return t(
      'API version 2.0 ends in {0}. The day that was reported, {1}, has passed ({2}). Move to version 3 now.',
      announcedEnd(),
      date,
      count,
    );
  }
  if (days === 0) {
    return t('API version 2.0 ends in {0}, reportedly today, {1}. Move to version 3 now.', announcedEnd(), date);
  }
  return t(
    'API version 2.0 ends in {0}, reportedly on {1} ({2}). Plan your move to version 3.',
    announcedEnd(),
    date,
    count,
  );
}
