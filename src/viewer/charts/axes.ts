import type uPlot from 'uplot';
import type { ViewerStrings } from '../messages/viewer-strings.ts';
import type { Formats } from '../formats/formats.ts';
import { columnLabels } from '../data/column-labels.ts';
import { dayMarks } from '../formats/local-days.ts';

/** In seconds. */
export const day = 86_400;

/** Distances between marks on the time axis, in seconds: no finer than a day. */
const dayIncrements = [1, 2, 3, 5, 7, 10, 14, 30, 61, 91, 182, 365, 730, 1826, 3652].map((days) => days * day);

/** What a time axis spans: the days and a margin, and a week at least, so that one day doesn't fill it. In seconds. */
export function daysRange(times: readonly number[]): [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  const margin = Math.max(0.7 * day, (7 * day - (last - first)) / 2);
  return [first - margin, last + margin];
}

/** Days of the zone that times are written in. */
export function dayAxis(formats: Formats): uPlot.Axis {
  return {
    incrs: dayIncrements,
    // The library's own marks stand at the midnights of UTC.
    splits: (_, __, from, to, step) => dayMarks(from, to, Math.round(step / day), formats.zone),
    grid: { show: false },
    values: (_, splits, __, ___, step) => splits.map((at) => formats.axisDay(at * 1000, step >= 300 * day)),
  };
}

/** An axis of energies, named with their unit where that is known. */
export function energyAxis(strings: ViewerStrings, formats: Formats): uPlot.Axis {
  const labels = columnLabels(strings, formats);
  return {
    ...besides(() => labels('energy')),
    values: (_, splits) => splits.map((value) => formats.axisNumber(value)),
  };
}

/** An axis at the side of levels, which are fractions of full charge. */
export function levelAxis(strings: ViewerStrings, formats: Formats): uPlot.Axis {
  return { ...besides(strings.chargeLevel), values: (_, splits) => splits.map((value) => formats.percent(value)) };
}

/** An axis below of the charge gained, no higher than its numbers and its name: a chart has little height. */
export function gainAxis(strings: ViewerStrings, formats: Formats): uPlot.Axis {
  return {
    ...{ size: 18, label: strings.chargeGained, labelSize: 14, labelGap: 0, gap: 5, space: 90 },
    values: (_, splits) => splits.map((value) => formats.percent(value)),
  };
}

/** The name of an axis at the side. */
function besides(label: string | (() => string)): uPlot.Axis {
  return { label, labelSize: 18, labelGap: 2 };
}
