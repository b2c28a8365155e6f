import type { Translate } from '../common/translate.ts';
import type { ChargeRecordsQuery } from '../service/vehicles.ts';

/**
 * What is wrong with the dates of a request for charge records, in words, or undefined. Both are optional, YYYY-MM-DD
 * (document, endpoint 4).
 */
export function checkDates(
  { startDate, endDate }: Pick<ChargeRecordsQuery, 'startDate' | 'endDate'>,
  t: Translate,
): string | undefined {
  for (const date of [startDate, endDate]) {
    if (date !== undefined && !isDay(date)) {
      return t('“{0}” is not a day of the calendar. Write it as YYYY-MM-DD, such as 2026-11-21.', date);
    }
  }
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    return t('The last day ({0}) is before the first ({1}). Swap them.', endDate, startDate);
  }
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
