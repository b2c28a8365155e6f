import { type DateRange, dayBefore } from '../../common/date-range.ts';
import { dayText } from '../../common/text/dates.ts';
import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { fill } from '../base/text.ts';

/** Lengths of the preset ranges, in days. */
export const presets = [7, 14, 30] as const;

/** Whether two ranges are the same; an absent date is the service's default in both. */
export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.startDate === b.startDate && a.endDate === b.endDate;
}

/** The last `days` days as the service counts them, including today; the service chooses the end. */
export function lastDays(days: number, now: number): DateRange {
  return { startDate: dayBefore(now, days - 1) };
}

/** Describes the requested range; defaults of the service are named as such. */
export function rangeText(strings: ViewerStrings, range: DateRange, now: number, language: string): string {
  const [first, last] = [range.startDate, range.endDate].map((day) => day && dayText(day, language));
  const days = presets.find((each) => isSameRange(range, lastDays(each, now)));
  if (days !== undefined) return fill(strings.rangeLast, String(days));
  if (first !== undefined && last !== undefined) return fill(strings.rangeBoth, first, last);
  if (first !== undefined) return fill(strings.rangeFrom, first);
  if (last !== undefined) return fill(strings.rangeUntil, last);
  return strings.rangeDefault;
}
