import { type DateRange, dayBefore } from '../../common/date-range.ts';
import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { fill } from '../base/text.ts';

/** Lengths of the ranges that one press asks for, in days. */
export const presets = [7, 14, 30] as const;

/** Whether two ranges ask for the same days; what is left to the service is the same each time. */
export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.startDate === b.startDate && a.endDate === b.endDate;
}

/** So many days of the service, today's among them; the end is left to the service. */
export function lastDays(days: number, now: number): DateRange {
  return { startDate: dayBefore(now, days - 1) };
}

/** Which records were asked for, with the service's defaults called so. */
export function rangeText(strings: ViewerStrings, range: DateRange, now: number): string {
  const { startDate, endDate } = range;
  const days = presets.find((each) => isSameRange(range, lastDays(each, now)));
  if (days !== undefined) return fill(strings.rangeLast, String(days));
  if (startDate !== undefined && endDate !== undefined) return fill(strings.rangeBoth, startDate, endDate);
  if (startDate !== undefined) return fill(strings.rangeFrom, startDate);
  if (endDate !== undefined) return fill(strings.rangeUntil, endDate);
  return strings.rangeDefault;
}
