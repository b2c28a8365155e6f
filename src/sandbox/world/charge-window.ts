import type { Charge } from './stored-state.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** Charges with `from` ≤ start < `to` and end ≤ `endedBy`. Milliseconds since 1970. */
export interface ChargeWindow {
  readonly from: number;
  readonly to: number;
  readonly endedBy: number;
}

export interface ChargeDates {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export function startOfDay(moment: number): number {
  return moment - (moment % dayMs);
}

/**
 * The document's defaults: from 30 days before the request or the owner's first grant, whichever is shorter, to the
 * day of the request. Publicly that is a limit as well, so an older `startDate` reaches no further back. Assumed: days
 * are UTC days, a charge belongs to the day it starts, the day of `endDate` is included, and "30 days before" means
 * from the beginning of that day.
 */
export function chargeWindow(dates: ChargeDates, now: number, firstGrantedAt: number): ChargeWindow {
  const earliest = Math.max(startOfDay(now) - 30 * dayMs, firstGrantedAt);
  const start = dates.startDate === undefined ? earliest : Date.parse(dates.startDate);
  const lastDay = dates.endDate === undefined ? startOfDay(now) : Date.parse(dates.endDate);
  return { from: Math.max(start, earliest), to: lastDay + dayMs, endedBy: now };
}

export function isWithin({ start, end }: Pick<Charge, 'start' | 'end'>, { from, to, endedBy }: ChargeWindow): boolean {
  return start >= from && start < to && end <= endedBy;
}
