import { dayMs } from '../date-range.ts';
import { memoize } from './memoize.ts';

/** How precise the time of day is: `short` to the minute, `medium` to the second. */
type Precision = 'short' | 'medium';

const minuteMs = 60_000;

/**
 * The format of dates in text: `Nov 1, 2026`, or with the time of day.
 *
 * @param locale a BCP 47 tag, undefined for the machine's
 * @param timeZone undefined for the machine's
 */
export function dateFormat(locale?: string, precision?: Precision, timeZone?: 'UTC'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: precision, timeZone });
}

/** A UTC day in text: of a time in milliseconds since 1970, or as the service writes it, `2026-11-01`. */
export function dayText(day: number | string, locale: string): string {
  return dateFormat(locale, undefined, 'UTC').format(typeof day === 'string' ? Date.parse(day) : day);
}

const tableDay = memoize((day: number) => new Date(day * dayMs).toISOString().split('T', 1)[0] ?? '');
const tableMinute = memoize((minute: number) => new Date(minute * minuteMs).toISOString().slice(11, 16));

/**
 * A UTC time in a table: `2026-11-01 18:00`, as the specification writes dates. It is the same in all languages, sorts
 * by itself and is no wider than necessary.
 *
 * @param at milliseconds since 1970
 */
export function tableTime(at: number): string {
  const day = Math.floor(at / dayMs);
  return `${tableDay(day)} ${tableMinute(Math.floor((at - day * dayMs) / minuteMs))}`;
}

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
  return dateFormat(locale, precision).format(at);
}

/** Whole seconds, rounded up; 0 if there is nothing to wait for. */
export function secondsLeft(retryAt: number | undefined, now: number): number {
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
}

/** `3:05` */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
