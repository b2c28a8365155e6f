import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import type { ImpliedCapacity } from '../results/summary.ts';
import type { Point } from '../plot/plot-frame.ts';
import type { BrushedArea } from './brushed-area.ts';
import type { MaskedRows } from '../data/column-store.ts';
import { Swatch, vehicleStyle } from '../plot/swatch.ts';
import type { Formats } from '../formats/formats.ts';
import { LocalDays } from '../formats/local-days.ts';
import type { DayEnergy } from '../results/totals.ts';

/** The charts in the order of their tabs. */
export const chartIds = ['energy', 'levels', 'week', 'gain'] as const;
export type ChartId = (typeof chartIds)[number];

/** The data that charts are drawn from. */
export interface ChartData extends MaskedRows {
  readonly days: ReadonlyMap<number, DayEnergy>;
  /** The days of each vehicle, by its number, if there are several. */
  readonly vehicleDays: readonly ReadonlyMap<number, DayEnergy>[];
  /** The days that have been loaded completely, in milliseconds since 1970; undefined if none have. */
  readonly loaded: { readonly from: number; readonly to: number } | undefined;
  /** Whether a vehicle's records could not be loaded. */
  readonly hasFailed: (vehicle: number) => boolean;
  /** Each battery's capacity in the unit of the energies, if it is known. */
  readonly nominals: readonly (number | undefined)[];
  /** The implied capacity of all charges; undefined if there are several vehicles. */
  readonly implied: ImpliedCapacity | undefined;
}

/** What a chart needs from the page around it. */
export interface ChartHost {
  /** Names of the vehicles; empty if there is only one. */
  readonly vehicles: readonly string[];
  readonly formats: Formats;
  /** Reports the brushed area; undefined: the brush was removed. */
  readonly onBrush: (area: BrushedArea | undefined) => void;
  /** Describes what is under the pointer or the keyboard cursor, and where that is on the page. */
  readonly onPoint: (text: string, at?: Point) => void;
}

export interface ChartView {
  readonly element: HTMLElement;
  /** The legend of the colours. */
  readonly key: readonly HTMLElement[];
  show(data: ChartData): void;
  /** Call this when the theme has changed. */
  recolour(): void;
  /** Shows a brush of this chart, or none, without reporting it. */
  showBrush(area: BrushedArea | undefined): void;
  /** The chart alone, on a transparent background; undefined if it is not on screen. */
  image(): HTMLCanvasElement | undefined;
}

/** A colour for each of several vehicles, and stripes or a shape. */
export function vehicleSwatches({ vehicles }: ChartHost, marks: 'bars' | 'points'): readonly Swatch[] {
  return vehicles.map((_, vehicle) => new Swatch('vehicle', true, vehicleStyle(vehicle, marks)));
}

/**
 * `Nov 6, 2026: no charges`, or that the day or a vehicle was not loaded.
 *
 * @param day its beginning in milliseconds since 1970
 * @param times those of charges, in seconds since 1970: what is between the first and the last one was loaded
 */
export function emptyDay(day: number, times: readonly number[], data: ChartData, host: ChartHost): string {
  const { from, to } = data.loaded ?? { from: Infinity, to: -Infinity };
  const end = new LocalDays(host.formats.zone).startOf(day + 36 * 3_600_000);
  // What is asked for ends with a day in UTC, and nothing lies after now.
  const isLoaded =
    day >= Math.min(from, (times[0] ?? Infinity) * 1000) &&
    Math.min(end, now()) <= Math.max(to, (times.at(-1) ?? -Infinity) * 1000);
  const failed = host.vehicles
    .filter((_, vehicle) => data.hasFailed(vehicle))
    .map((name) => `${name} ${t('not loaded')}`);
  const found = isLoaded ? [t('no charges'), ...failed].join(', ') : t('not loaded');
  return t('{0}: {1}', host.formats.day(day), found);
}

/** Explains why nothing is drawn. @param unfit text for the case that no record has the values that the chart needs */
export function whyNothing(data: MaskedRows | undefined, unfit: string): string {
  return data?.mask?.includes(1) === false ? t('No matching records.') : unfit;
}
