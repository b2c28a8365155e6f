import type { Span } from '../base/span.ts';
import { isRecord } from '../../common/is-record.ts';

/**
 * The area that a chart's brush covers, in the chart's own values: it outlives the chart and the records over which it
 * was drawn.
 */
export type BrushedArea =
  /** The midnights at the start of its first and last day, in seconds since 1970. */
  | { readonly chart: 'energy'; readonly days: Span }
  /** Seconds since 1970. */
  | { readonly chart: 'levels'; readonly times: Span }
  /** Hours of the week in the order of its days; 0 is Sunday's first hour. */
  | { readonly chart: 'week'; readonly hours: readonly number[] }
  /** Fractions of full charge, and energies in the service's unit; `upwards`: including all energies above. */
  | { readonly chart: 'gain'; readonly gains: Span; readonly energies: Span; readonly upwards?: true };

/** A chart that has a brush. */
export type BrushedChart = BrushedArea['chart'];

function isNumbers(kept: unknown): kept is readonly number[] {
  return Array.isArray(kept) && kept.every((value) => Number.isFinite(value));
}

function isSpan(kept: unknown): kept is Span {
  return isNumbers(kept) && kept.length === 2;
}

/** Reads a saved area if it is valid: another version of this page may have written it. */
export function readBrushedArea(kept: unknown): BrushedArea | undefined {
  if (!isRecord(kept)) return undefined;
  const { chart, days, times, hours, gains, energies, upwards } = kept;
  if (chart === 'energy' && isSpan(days)) return { chart, days };
  if (chart === 'levels' && isSpan(times)) return { chart, times };
  if (chart === 'week' && isNumbers(hours) && hours.length > 0) return { chart, hours };
  if (chart === 'gain' && isSpan(gains) && isSpan(energies)) {
    return { chart, gains, energies, ...(upwards === true && { upwards }) };
  }
  return undefined;
}
