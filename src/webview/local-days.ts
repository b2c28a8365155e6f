import type { Zone } from './zone.ts';

const utcDay = 86_400_000;

/** The local days that one UTC day touches: `before` until `change`, then `after`. */
interface Days {
  readonly change: number;
  readonly before: number;
  readonly after: number;
}

function midnight(time: number, daysLater = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}

/** Finds the day of a time by a zone's calendar, with a Date for each day instead of each time. */
export class LocalDays {
  readonly #days = new Map<number, Days>();
  /** Most times follow another of the same day. */
  #last: Days | undefined;
  #lastKey = NaN;
  /** How far a zone of fixed offset is ahead of UTC, in milliseconds; undefined: this machine's zone, which changes. */
  readonly #ahead: number | undefined;

  constructor(zone: Zone = 'local') {
    this.#ahead = zone === 'local' ? undefined : zone === 'utc' ? 0 : zone * 60_000;
  }

  /** The zone's midnight that begins the day of `time`; both in milliseconds since 1970. */
  startOf(time: number): number {
    if (this.#ahead !== undefined) return Math.floor((time + this.#ahead) / utcDay) * utcDay - this.#ahead;
    const key = Math.floor(time / utcDay);
    const days = this.#last && key === this.#lastKey ? this.#last : this.#daysOf(key);
    this.#last = days;
    this.#lastKey = key;
    return time < days.change ? days.before : days.after;
  }

  /** The zone's midnight that ends the day that begins at `start`. */
  endOf(start: number): number {
    return this.#ahead === undefined ? midnight(start, 1) : start + utcDay;
  }

  #daysOf(key: number): Days {
    const known = this.#days.get(key);
    if (known) return known;
    const from = key * utcDay;
    const days = { before: midnight(from), change: midnight(from, 1), after: midnight(from + utcDay - 1) };
    this.#days.set(key, days);
    return days;
  }
}
