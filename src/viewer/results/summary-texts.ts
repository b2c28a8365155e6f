import { t } from '../../common/translate.ts';
import type { Formats } from '../formats/formats.ts';
import type { ImpliedCapacity } from './summary.ts';
import { type Sum, type Totals, leftOut } from './totals.ts';

/** Formats a duration in milliseconds as hours and minutes; less than an hour, as minutes alone. */
export function durationText(formats: Formats, milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return t('{0} min', String(minutes));
  return t('{0} h {1} min', formats.count(Math.floor(minutes / 60)), String(minutes % 60));
}

/** Totals as text; `public` is the share of public charges among those for which it is known. */
export interface TotalTexts {
  readonly charges: string;
  readonly energy: string;
  readonly time: string;
  readonly public: string;
}

/** If no value is known, the sum is unknown rather than 0. */
export function totalTexts(formats: Formats, totals: Totals): TotalTexts {
  const { charges, energy, time, public: open } = totals;
  const known = (sum: Sum) => charges === 0 || leftOut(sum) < charges;
  const judged = charges - leftOut(open);
  return {
    charges: formats.count(charges),
    energy: known(energy) ? formats.energyWithUnit(energy.value) : t('unknown'),
    time: known(time) ? durationText(formats, time.value) : t('unknown'),
    public: judged > 0 ? formats.percent(open.value / judged) : t('unknown'),
  };
}

/** The range of the middle half of the implied capacities, and the number of charges. */
export function spreadText(formats: Formats, { quartiles, used }: ImpliedCapacity): string {
  const charges = formats.charges(used);
  return t('middle 50%: {0}–{1}, {2}', ...quartiles.map((value) => formats.energy(value)), charges);
}

/** Why more went into a battery than it holds; empty unless it did. */
export function lossesText({ median }: ImpliedCapacity, nominal = Infinity): string {
  return median > nominal ? t('includes charging losses') : '';
}
