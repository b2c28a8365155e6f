import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { fill } from '../base/text.ts';

/** A full hour as a clock shows it, from 0 to the 24 that ends a day. */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/**
 * The days of a rectangle of the week's hours, and the hours of each of them.
 *
 * @param hours in the order of the days; 0 is Sunday's first hour
 * @param days names, Sunday's first
 */
export function weekSpan(
  hours: readonly number[],
  days: readonly string[],
  strings: Pick<ViewerStrings, 'weekDays' | 'weekSpan'>,
): string {
  const [first = 0, last = first] = [hours[0], hours.at(-1)];
  const [from = '', to = from] = [days[Math.floor(first / 24)], days[Math.floor(last / 24)]];
  const named = from === to ? from : fill(strings.weekDays, from, to);
  return fill(strings.weekSpan, named, clockHour(first % 24), clockHour((last % 24) + 1));
}
