import type { ColumnStore } from './column-store.ts';
import { type Zone, clockOf } from './zone.ts';

export const hoursOfWeek = 7 * 24;

/** Offsets from UTC are multiples of this, so all times in it share their local hour. */
const quarterHour = 900_000;

/** Finds the hour of the week of a time by a zone's clock, with a Date for each quarter of an hour instead of each time. */
export class LocalHours {
  readonly #hours = new Map<number, number>();
  readonly #zone: Zone;

  constructor(zone: Zone = 'local') {
    this.#zone = zone;
  }

  /** 0 for Sunday's first hour, 167 for Saturday's last; -1 if the time is unknown. */
  of(time: number): number {
    if (Number.isNaN(time)) return -1;
    const key = Math.floor(time / quarterHour);
    let hour = this.#hours.get(key);
    if (hour === undefined) {
      const date = clockOf(time, this.#zone);
      hour = date.getUTCDay() * 24 + date.getUTCHours();
      this.#hours.set(key, hour);
    }
    return hour;
  }
}

/** How many charges begin in each hour of the week. */
export function chargesByHour(store: ColumnStore, mask: Uint8Array | undefined, zone: Zone = 'local'): Uint32Array {
  const counts = new Uint32Array(hoursOfWeek);
  const { values } = store.chargeStart;
  const hours = new LocalHours(zone);
  for (let row = 0; row < store.rows; row += 1) {
    if (mask?.[row] === 0) continue;
    const hour = hours.of(values[row] ?? NaN);
    if (hour >= 0) counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

/** All cells of the rectangle that two cells span, in a week that begins on `firstDay` (0 is Sunday). */
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
