/** How precise the time of day is: `short` to the minute, `medium` to the second. */
type Precision = 'short' | 'medium';

/**
 * Formats a time in the user's time zone. The date comes first unless it is the day of `now`. This is the only place
 * outside the viewer's page that uses the machine's time zone.
 *
 * @param at and now: milliseconds since 1970
 * @param locale a BCP 47 tag, undefined for the machine's
 */
export function timeText(at: number, now: number, locale?: string, precision: Precision = 'short'): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const seconds = precision === 'medium' ? ({ second: '2-digit' } as const) : {};
  return isToday
    ? date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', ...seconds })
    : dateTimeText(at, locale, precision);
}

/** The same, always with the date. */
export function dateTimeText(at: number, locale?: string, precision: Precision = 'short'): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: precision });
}
