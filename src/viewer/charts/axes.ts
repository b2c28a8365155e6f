import { t } from '../../common/translate.ts';
import type uPlot from 'uplot';
import type { Formats } from '../formats/formats.ts';
import { columnLabels } from '../data/column-labels.ts';
import { dayMarks } from '../formats/local-days.ts';

/** In seconds. */
export const day = 86_400;

/** Distances between marks on the time axis, in seconds: no finer than a day. */
const dayIncrements = [1, 2, 3, 5, 7, 10, 14, 30, 61, 91, 182, 365, 730, 1826, 3652].map((days) => days * day);

/**
 * Range of a time axis, in seconds: the days and a margin, and at least a week, so that a single day does not fill it.
 */
export function daysRange(times: readonly number[]): [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  const margin = Math.max(0.7 * day, (7 * day - (last - first)) / 2);
  return [first - margin, last + margin];
}

/** An axis of days in the current time zone. */
export function dayAxis(formats: Formats): uPlot.Axis {
  return {
    incrs: dayIncrements,
    // uPlot's default marks are at midnight UTC.
    splits: (_, __, from, to, step) => dayMarks(from, to, Math.round(step / day), formats.zone),
    grid: { show: false },
    values: (_, splits, __, ___, step) => splits.map((at) => formats.axisDay(at * 1000, step >= 300 * day)),
  };
}

/** An axis of energies, labelled with their unit if it is known. */
export function energyAxis(formats: Formats): uPlot.Axis {
  const labels = columnLabels(formats);
  return {
    ...besides(() => labels('energy')),
    values: (_, splits) => splits.map((value) => formats.axisNumber(value)),
  };
}

/** A vertical axis of levels, which are fractions of full charge. */
export function levelAxis(formats: Formats): uPlot.Axis {
  return { ...besides(t('Charge level')), values: (_, splits) => splits.map((value) => formats.percent(value)) };
}

/**
 * A horizontal axis of the charge gained, only as high as its numbers and its label, because charts have little height.
 */
export function gainAxis(formats: Formats): uPlot.Axis {
  return {
    ...{ size: 18, label: t('Charge gained'), labelSize: 14, labelGap: 0, gap: 5, space: 50 },
    values: (_, splits) => splits.map((value) => formats.percent(value)),
  };
}

/** The label of a vertical axis. */
function besides(label: string | (() => string)): uPlot.Axis {
  return { label, labelSize: 18, labelGap: 2 };
}
