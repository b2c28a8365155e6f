import type { Span } from '../base/span.ts';

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
