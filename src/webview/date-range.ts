/** Days as YYYY-MM-DD; an absent one is left to the service. */
export interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
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

/**
 * What of a range can't be asked for, by the rules of the service's client (`service/request-checks.ts`, which would
 * bring its schemas along); undefined if nothing. Days of this form compare as text.
 */
export function rangeProblem({ startDate, endDate }: DateRange): 'rangeNotADay' | 'rangeReversed' | undefined {
  if ([startDate, endDate].some((day) => day !== undefined && !isDay(day))) return 'rangeNotADay';
  return startDate !== undefined && endDate !== undefined && endDate < startDate ? 'rangeReversed' : undefined;
}
