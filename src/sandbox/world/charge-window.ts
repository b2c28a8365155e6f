import { type DateRange, requestedDays } from '../../common/date-range.ts';
import type { Charge } from './stored-state.ts';

/** Charges with `from` ≤ start < `to` and end ≤ `endedBy`. Milliseconds since 1970. */
export interface ChargeWindow {
  readonly from: number;
  readonly to: number;
  readonly endedBy: number;
}

/**
 * The specification's defaults, but not before the owner's first grant. Publicly, the default start is also a limit, so
 * an older `startDate` returns nothing older. Assumed: a charge belongs to the day on which it starts.
 */
export function chargeWindow(dates: DateRange, now: number, firstGrantedAt: number): ChargeWindow {
  const { from, to } = requestedDays(dates, now);
  return { from: Math.max(from, requestedDays({}, now).from, firstGrantedAt), to, endedBy: now };
}

export function isWithin({ start, end }: Pick<Charge, 'start' | 'end'>, { from, to, endedBy }: ChargeWindow): boolean {
  return start >= from && start < to && end <= endedBy;
}
