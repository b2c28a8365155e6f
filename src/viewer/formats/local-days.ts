import { type Zone, beginOf, dayOf } from './zone.ts';

const utcDay = 86_400_000;

/** The local days that overlap one UTC day: `before` until `change`, then `after`. */
interface Days {
  readonly change: number;
  readonly before: number;
  readonly after: number;
}

/** Finds the local day of a time, and computes it once per day instead of once per time. */
export class LocalDays {
  readonly #zone: Zone;
  readonly #days = new Map<number, Days>();

  constructor(zone: Zone = 'local') {
    this.#zone = zone;
  }

  /** The zone's midnight that begins the day of `time`; both in milliseconds since 1970. */
  startOf(time: number): number {
    const key = Math.floor(time / utcDay);
    if (this.#zone === 'utc') return key * utcDay;
    const days = this.#daysOf(key);
    return time < days.change ? days.before : days.after;
  }

  #daysOf(key: number): Days {
    const known = this.#days.get(key);
    if (known) return known;
    const from = key * utcDay;
    const [first, last] = [dayOf(from, this.#zone), dayOf(from + utcDay - 1, this.#zone)];
    const begin = (day: number) => beginOf(day, this.#zone);
    const days = { before: begin(first), change: begin(first + 1), after: begin(last) };
    this.#days.set(key, days);
    return days;
  }
}

/**
 * Positions of the marks on a time axis: at the beginning of every `step`th day in the zone.
 *
 * @param from first moment of the axis, and `to` the last one, in seconds since 1970
 * @param step days from one mark to the next; moving the axis does not change which days are marked
 * @returns seconds since 1970, in order
 */
export function dayMarks(from: number, to: number, step: number, zone: Zone): number[] {
  const marks: number[] = [];
  for (let day = Math.ceil(dayOf(from * 1000, zone) / step) * step; ; day += step) {
    const mark = beginOf(day, zone) / 1000;
    if (!(mark <= to)) return marks;
    // A day that a place skipped when it moved across the date line begins at the same time as the next day.
    if (mark >= from && mark !== marks.at(-1)) marks.push(mark);
  }
}
