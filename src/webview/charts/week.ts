import type { ColumnStore } from '../data/column-store.ts';
import { type Sliced, steps } from '../base/time-slices.ts';
import { type Zone, aheadAt } from '../formats/zone.ts';

export const hoursOfWeek = 7 * 24;

const hour = 3_600_000;
const utcDay = 24 * hour;

/** Finds the hour of the week of a time by a zone's clock, and works it out for each day instead of each time. */
export class LocalHours {
  readonly #zone: Zone;
  /** The UTC day that was asked for last, and how far the zone is ahead all through it; NaN if that changes then. */
  #day = NaN;
  #ahead = NaN;
  readonly #aheadOf = new Map<number, number>();

  constructor(zone: Zone = 'local') {
    this.#zone = zone;
  }

  /** 0 for Sunday's first hour, 167 for Saturday's last; -1 if the time is unknown. */
  of(time: number): number {
    if (Number.isNaN(time)) return -1;
    const day = Math.floor(time / utcDay);
    if (day !== this.#day) {
      this.#day = day;
      this.#ahead = this.#aheadOn(day);
    }
    const ahead = Number.isNaN(this.#ahead) ? aheadAt(time, this.#zone) : this.#ahead;
    const hours = Math.floor((time + ahead) / hour);
    // 1970 began on a Thursday.
    return (((hours + 4 * 24) % hoursOfWeek) + hoursOfWeek) % hoursOfWeek;
  }

  #aheadOn(day: number): number {
    const known = this.#aheadOf.get(day);
    if (known !== undefined) return known;
    const ahead = aheadAt(day * utcDay, this.#zone);
    const found = aheadAt((day + 1) * utcDay, this.#zone) === ahead ? ahead : NaN;
    this.#aheadOf.set(day, found);
    return found;
  }
}

/** How many charges begin in each hour of the week. */
export function* chargesByHour(
  store: ColumnStore,
  mask: Uint8Array | undefined,
  zone: Zone = 'local',
): Sliced<Uint32Array> {
  const counts = new Uint32Array(hoursOfWeek);
  const hours = new LocalHours(zone);
  yield* steps(store.rows, (from, to) => {
    const starts = store.chargeStart.part(from, to);
    for (let row = from; row < to; row += 1) {
      if (mask?.[row] === 0) continue;
      const at = hours.of(starts[row - from] ?? NaN);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    }
  });
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
