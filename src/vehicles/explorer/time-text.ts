/**
 * A moment for people, in their time zone: the time of day, and the date before it unless that is the day of `now`.
 * Both in milliseconds since 1970. `locale` is a BCP 47 tag, undefined for the machine's.
 */
export function timeText(at: number, now: number, locale?: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return isToday
    ? date.toLocaleTimeString(locale, time)
    : date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}
