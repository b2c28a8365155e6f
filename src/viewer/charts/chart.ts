import type { ViewerStrings } from '../messages/viewer-strings.ts';
import type { ImpliedCapacity } from '../results/summary.ts';
import type { BrushedArea } from './brushed-area.ts';
import type { MaskedRows } from '../data/column-store.ts';
import { Swatch } from '../plot/swatch.ts';
import type { Formats } from '../formats/formats.ts';
import type { DayEnergy } from '../results/totals.ts';

/** The charts in the order of their tabs. */
export const chartIds = ['energy', 'levels', 'week', 'gain'] as const;
export type ChartId = (typeof chartIds)[number];

/** What charts are drawn from. */
export interface ChartData extends MaskedRows {
  readonly days: ReadonlyMap<number, DayEnergy>;
  /** The days of each vehicle, by its number, where there are several. */
  readonly vehicleDays: readonly ReadonlyMap<number, DayEnergy>[];
  /** Each battery's capacity in the unit of the energies, where it is known. */
  readonly nominals: readonly (number | undefined)[];
  /** Of all charges; undefined where there are several vehicles. */
  readonly implied: ImpliedCapacity | undefined;
}

/** What a chart needs of the page around it. */
export interface ChartHost {
  /** Names of the vehicles; empty where there is only one. */
  readonly vehicles: readonly string[];
  readonly strings: ViewerStrings;
  readonly formats: Formats;
  /** What has been brushed in the chart; undefined: nothing any more. */
  readonly onBrush: (area: BrushedArea | undefined) => void;
  /** What stands under the pointer or the keyboard's cursor, in words. */
  readonly onPoint: (text: string) => void;
}

export interface ChartView {
  readonly element: HTMLElement;
  /** Explains the colours. */
  readonly key: readonly HTMLElement[];
  show(data: ChartData): void;
  /** To be called when the theme has changed. */
  recolour(): void;
  /** Shows a brush of this chart, or none, and says nothing about it. */
  showBrush(area: BrushedArea | undefined): void;
  /** The chart alone, on a transparent ground; undefined if it isn't on screen. */
  image(): HTMLCanvasElement | undefined;
}

/** A colour for each of several vehicles. */
export function vehicleSwatches({ vehicles }: ChartHost): readonly Swatch[] {
  return vehicles.map((_, vehicle) => new Swatch(`vehicle-${vehicle}`, true));
}

/** Why nothing is drawn. @param unfit that no record is such that the chart could draw it */
export function whyNothing(data: MaskedRows | undefined, strings: ViewerStrings, unfit: string): string {
  return data?.mask?.includes(1) === false ? strings.noMatches : unfit;
}
