import type { DateRange } from '../../common/date-range.ts';

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
