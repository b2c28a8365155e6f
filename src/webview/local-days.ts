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

/** Finds the local day of a time, with a Date for each day instead of each time. */
export class LocalDays {
  readonly #days = new Map<number, Days>();

  /** Local midnight that begins the day of `time`; both in milliseconds since 1970. */
  startOf(time: number): number {
    const key = Math.floor(time / utcDay);
    let days = this.#days.get(key);
    if (!days) {
      const from = key * utcDay;
      days = { before: midnight(from), change: midnight(from, 1), after: midnight(from + utcDay - 1) };
      this.#days.set(key, days);
    }
    return time < days.change ? days.before : days.after;
  }
}
