import { t } from '../../common/translate.ts';

/** Formats a full hour from 0 to 24, where 24 is the end of a day. */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/**
 * Describes a rectangle of the week's hours: its days, and the hours of each day.
 *
 * @param hours in the order of the days; 0 is Sunday's first hour
 * @param days names of the days, starting with Sunday
 */
export function weekSpan(hours: readonly number[], days: readonly string[]): string {
  const [first = 0, last = first] = [hours[0], hours.at(-1)];
  const [from = '', to = from] = [days[Math.floor(first / 24)], days[Math.floor(last / 24)]];
  const named = from === to ? from : t('{0}–{1}', from, to);
  return t('{0}, {1}–{2}', named, clockHour(first % 24), clockHour((last % 24) + 1));
}
