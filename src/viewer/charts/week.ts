import type { MaskedRows } from '../data/column-store.ts';
import { type Zone, aheadAt } from '../formats/zone.ts';
import { t } from '../../common/translate.ts';

export const hoursOfWeek = 7 * 24;

const hour = 3_600_000;

/** The local hour of the week of a time: 0 for Sunday's first hour, 167 for Saturday's last; NaN if unknown. */
export function hourOfWeek(time: number, zone: Zone): number {
  const hours = Math.floor((time + aheadAt(time, zone)) / hour);
  // 1970 began on a Thursday.
  return (((hours + 4 * 24) % hoursOfWeek) + hoursOfWeek) % hoursOfWeek;
}

/** Number of charges that begin in each hour of the week. */
export function chargesByHour({ store, mask }: MaskedRows, zone: Zone): Uint32Array {
  const counts = new Uint32Array(hoursOfWeek);
  for (let row = 0; row < store.rows; row += 1) {
    const at = mask?.[row] === 0 ? NaN : hourOfWeek(store.chargeStart.at(row), zone);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** All cells of the rectangle between two cells, in a week that begins on `firstDay` (0 is Sunday). */
export function cellsBetween(from: number, to: number, firstDay: number): ReadonlySet<number> {
  const line = (cell: number) => (Math.floor(cell / 24) - firstDay + 7) % 7;
  const [top, bottom] = [line(from), line(to)].sort((a, b) => a - b) as [number, number];
  const [left, right] = [from % 24, to % 24].sort((a, b) => a - b) as [number, number];
  const cells = new Set<number>();
  for (let at = top; at <= bottom; at += 1) {
    for (let hour = left; hour <= right; hour += 1) cells.add(((at + firstDay) % 7) * 24 + hour);
  }
  return cells;
}

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
