import { memoize } from '../../common/text/memoize.ts';

const second = 1000;
const utcDay = 86_400_000;
/** No Date is further from 1970 than this, in milliseconds. */
const lastMoment = 8.64e15;

/** Offsets are cached for this many days: some decades. */
const mostDays = 20_000;

/** How far a clock is ahead of UTC during a day of UTC: `before` until the moment `change`, then `after`. */
interface DayOffsets {
  readonly change: number;
  readonly before: number;
  readonly after: number;
}

/**
 * How far local time in a place is ahead of UTC. A query to `Intl` takes some microseconds. So there is one for each
 * UTC day instead of each time, and more only for days on which the clock changes.
 */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #daysOffsets = memoize((day: number) => this.#offsetsOf(day), mostDays);
  readonly #atMidnight = memoize((day: number) => this.#ask(day * utcDay), mostDays);

  /** @param name as in the time zone database. Throws RangeError if it is unknown. */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** @returns milliseconds; NaN if the time is unknown */
  at(time: number): number {
    if (Number.isNaN(time)) return NaN;
    const { change, before, after } = this.#daysOffsets(Math.floor(time / utcDay));
    return time < change ? before : after;
  }

  #offsetsOf(day: number): DayOffsets {
    const before = this.#atMidnight(day);
    const after = this.#atMidnight(day + 1);
    if (before === after) return { change: -Infinity, before, after };
    let until = day * utcDay;
    let change = until + utcDay;
    while (change - until > second) {
      const between = Math.floor((until + change) / 2 / second) * second;
      if (this.#ask(between) === before) until = between;
      else change = between;
    }
    return { change, before, after };
  }

  #ask(time: number): number {
    const text = this.#format.format(Math.max(-lastMoment, Math.min(lastMoment, time)));
    // `1/1/1890, GMT+00:53:28`: places used solar time once. UTC has no number.
    const [, sign, ...parts] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
    const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
    return (sign === '-' ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * second;
  }
}
