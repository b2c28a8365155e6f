import { t } from '../../common/translate.ts';
import { type DateRange, dayBefore } from '../../common/date-range.ts';
import { dayText } from '../../common/text/dates.ts';

/** Lengths in days of the ranges that are offered besides the service's own. */
export const presets = [7, 14] as const;

/** Whether two ranges are the same; an absent date is the service's default in both. */
export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.startDate === b.startDate && a.endDate === b.endDate;
}

/** The last `days` days as the service counts them, including today; the service chooses the end. */
export function lastDays(days: number, now: number): DateRange {
  return { startDate: dayBefore(now, days - 1) };
}

/** Describes the requested range; defaults of the service are named as such. */
export function rangeText(range: DateRange, now: number, language: string): string {
  const [first, last] = [range.startDate, range.endDate].map((day) => day && dayText(day, language));
  const days = presets.find((each) => isSameRange(range, lastDays(each, now)));
  if (days !== undefined) return t('Last {0} days', String(days));
  if (first !== undefined && last !== undefined) return t('{0} to {1}', first, last);
  if (first !== undefined) return t('{0} to today', first);
  if (last !== undefined) return t('30 days before today to {0}', last);
  return t('Last 30 days');
}

/** What is to be known of all ranges. */
export const rangeExplained = () =>
  t(
    'Days are in UTC. Without dates, the last 30 days are shown. Version 2.0 then leaves out charges from before access was granted.',
  );
