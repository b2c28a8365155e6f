import { t } from '../../common/translate.ts';
import type { ImpliedCapacity } from '../results/summary.ts';
import type { BrushedArea } from './brushed-area.ts';
import type { MaskedRows } from '../data/column-store.ts';
import { Swatch, vehicleHue } from '../plot/swatch.ts';
import type { Formats } from '../formats/formats.ts';
import type { DayEnergy } from '../results/totals.ts';

/** The charts in the order of their tabs. */
export const chartIds = ['energy', 'levels', 'week', 'gain'] as const;
export type ChartId = (typeof chartIds)[number];

/** The data that charts are drawn from. */
export interface ChartData extends MaskedRows {
  readonly days: ReadonlyMap<number, DayEnergy>;
  /** The days of each vehicle, by its number, if there are several. */
  readonly vehicleDays: readonly ReadonlyMap<number, DayEnergy>[];
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
  /** Describes what is under the pointer or the keyboard cursor. */
  readonly onPoint: (text: string) => void;
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

/** A colour for each of several vehicles. */
export function vehicleSwatches({ vehicles }: ChartHost): readonly Swatch[] {
  return vehicles.map((_, vehicle) => new Swatch('vehicle', true, vehicleHue(vehicle)));
}

/** Explains why nothing is drawn. @param unfit text for the case that no record has the values that the chart needs */
export function whyNothing(data: MaskedRows | undefined, unfit: string): string {
  return data?.mask?.includes(1) === false ? t('No matching records.') : unfit;
}
