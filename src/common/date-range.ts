/** Days as YYYY-MM-DD. If one is absent, the service uses its default. */
export interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** How many days before the request the default range starts; the service keeps no older records (public). */
const defaultDays = 30;

/** The start of the UTC day that contains `moment`. Both are milliseconds since 1970. */
export function startOfDay(moment: number): number {
  return Math.floor(moment / dayMs) * dayMs;
}

/** The UTC day that contains a moment, YYYY-MM-DD. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The UTC day that is this many days before the one that contains a moment, YYYY-MM-DD. */
export function dayBefore(moment: number, days: number): string {
  return dayOf(startOfDay(moment) - days * dayMs);
}

/** The first day of the default range, YYYY-MM-DD. */
export function defaultStartDate(now: number): string {
  return dayBefore(now, defaultDays);
}

/**
 * Which records a request means, by their start: `from` ≤ start < `to`, in milliseconds since 1970. The specification's
 * defaults are 30 days before the request and the day of the request. Assumed: days are UTC days, the day of `endDate`
 * is included, and "30 days before" means from the beginning of that day.
 *
 * @param now the time according to the clock of the service that receives the request
 */
export function requestedDays({ startDate, endDate }: DateRange, now: number): { from: number; to: number } {
  return {
    from: startDate === undefined ? startOfDay(now) - defaultDays * dayMs : Date.parse(startDate),
    to: (endDate === undefined ? startOfDay(now) : Date.parse(endDate)) + dayMs,
  };
}

/** Why a range can't be requested, and which of its ends is wrong. */
export interface RangeProblem {
  readonly reason: 'rangeNotADay' | 'rangeReversed';
  readonly ends: readonly (keyof DateRange)[];
}

/** The problem of a range that can't be requested; undefined if there is none. Days in this format compare as text. */
export function rangeProblem(range: DateRange): RangeProblem | undefined {
  const { startDate, endDate } = range;
  const noDays = (['startDate', 'endDate'] as const).filter((end) => range[end] !== undefined && !isDay(range[end]));
  if (noDays.length > 0) return { reason: 'rangeNotADay', ends: noDays };
  const reversed = startDate !== undefined && endDate !== undefined && endDate < startDate;
  return reversed ? { reason: 'rangeReversed', ends: ['endDate'] } : undefined;
}

/** A day of the calendar, in the format that the service requires. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
