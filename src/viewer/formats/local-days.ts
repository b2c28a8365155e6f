import { type Zone, beginOf, dayOf } from './zone.ts';

const utcDay = 86_400_000;

/** The local days that one UTC day touches: `before` until `change`, then `after`. */
interface Days {
  readonly change: number;
  readonly before: number;
  readonly after: number;
}

/** Finds the day of a time by a zone's calendar, and works it out for each day instead of each time. */
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
 * Where an axis of time has its marks: at the beginnings of every so many of the zone's days.
 *
 * @param from first moment of the axis, and `to` the last one, in seconds since 1970
 * @param step days from one mark to the next; which of them are marked doesn't change when the axis moves
 * @returns seconds since 1970, in order
 */
export function dayMarks(from: number, to: number, step: number, zone: Zone): number[] {
  const marks: number[] = [];
  for (let day = Math.ceil(dayOf(from * 1000, zone) / step) * step; ; day += step) {
    const mark = beginOf(day, zone) / 1000;
    if (!(mark <= to)) return marks;
    // A day that a place left out when it changed to the other side of the date line begins where the next one does.
    if (mark >= from && mark !== marks.at(-1)) marks.push(mark);
  }
}
