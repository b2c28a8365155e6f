/** Days as YYYY-MM-DD; an absent one is left to the service. */
export interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Why a range can't be asked for, and which of its ends is wrong. */
export interface RangeProblem {
  readonly reason: 'rangeNotADay' | 'rangeReversed';
  readonly ends: readonly (keyof DateRange)[];
}

/** What of a range can't be asked for; undefined if nothing. Days of this form compare as text. */
export function rangeProblem(range: DateRange): RangeProblem | undefined {
  const { startDate, endDate } = range;
  const noDays = (['startDate', 'endDate'] as const).filter((end) => range[end] !== undefined && !isDay(range[end]));
  if (noDays.length > 0) return { reason: 'rangeNotADay', ends: noDays };
  const reversed = startDate !== undefined && endDate !== undefined && endDate < startDate;
  return reversed ? { reason: 'rangeReversed', ends: ['endDate'] } : undefined;
}

/** A day of the calendar, written as the service wants it. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
