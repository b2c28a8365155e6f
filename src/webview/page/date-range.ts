/** Days as YYYY-MM-DD; an absent one is left to the service. */
export interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Whether two ranges ask for the same days; what is left to the service is the same each time. */
export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.startDate === b.startDate && a.endDate === b.endDate;
}

/** A local day as the service writes it. */
function dayText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last days up to now: the start is that many days ago, and the end is left to the service. */
export function lastDays(days: number, now: Date): DateRange {
  return { startDate: dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)) };
}

/** A day of the calendar, written as the service wants it. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Why a range can't be asked for, and which of its ends is wrong. */
export interface RangeProblem {
  readonly reason: 'rangeNotADay' | 'rangeReversed';
  readonly ends: readonly (keyof DateRange)[];
}

/**
 * What of a range can't be asked for, by the rules of the service's client (`service/request-checks.ts`, which would
 * bring its schemas along); undefined if nothing. Days of this form compare as text.
 */
export function rangeProblem(range: DateRange): RangeProblem | undefined {
  const { startDate, endDate } = range;
  const noDays = (['startDate', 'endDate'] as const).filter((end) => range[end] !== undefined && !isDay(range[end]));
  if (noDays.length > 0) return { reason: 'rangeNotADay', ends: noDays };
  const reversed = startDate !== undefined && endDate !== undefined && endDate < startDate;
  return reversed ? { reason: 'rangeReversed', ends: ['endDate'] } : undefined;
}
