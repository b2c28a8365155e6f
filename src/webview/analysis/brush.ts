import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import { type BrushedArea, type BrushedChart, readBrushedArea } from '../charts/brushed-area.ts';
import type { BrushFilter } from '../rows/brush-filter.ts';
import type { Formats } from '../formats/formats.ts';
import { type Zone, readZone } from '../formats/zone.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { isObject } from '../base/type-guards.ts';
import { brushFilterOf } from './brushed-rows.ts';

/** A brush as it is kept over reloads and restarts. */
export interface BrushState {
  readonly area: BrushedArea;
  /** By whose clock it was drawn. */
  readonly zone: Zone;
}

/** What can be read of a brush that was kept: another version of this page may have written it. */
export function readBrush(kept: unknown): BrushState | undefined {
  if (!isObject(kept)) return undefined;
  const [area, zone] = [readBrushedArea(kept.area), readZone(kept.zone)];
  return area && zone && { area, zone };
}

/** The rows that one chart has chosen by its brush, as a filter of the table. No two charts choose at a time. */
export class Brush {
  readonly #view: ViewModel;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #show: (chart: BrushedChart, area: BrushedArea | undefined) => void;
  #chosen: (BrushState & { readonly rows: BrushFilter }) | undefined;

  /** @param show shows the brush on a chart, or none */
  constructor(
    view: ViewModel,
    strings: ViewerStrings,
    formats: Formats,
    show: (chart: BrushedChart, area: BrushedArea | undefined) => void,
  ) {
    this.#view = view;
    this.#strings = strings;
    this.#formats = formats;
    this.#show = show;
  }

  /** The chart that has chosen; undefined if none has. */
  get chart(): BrushedChart | undefined {
    return this.#chosen?.area.chart;
  }

  get state(): BrushState | undefined {
    // The filter may just have been taken away.
    if (!this.#chosen || this.#view.filters.brush !== this.#chosen.rows) return undefined;
    const { area, zone } = this.#chosen;
    return { area, zone };
  }

  /** @param area undefined: all again, if it was this chart that had chosen */
  choose(chart: BrushedChart, area: BrushedArea | undefined): void {
    const before = this.chart;
    if (!area && before !== chart) return;
    if (before !== undefined && before !== chart) this.#show(before, undefined);
    this.#hold(area);
  }

  /** To be called when times are written by the clock that holds. */
  restore({ area, zone }: BrushState): void {
    if (isOfClock(area) && zone !== this.#formats.zone) return;
    this.#hold(area);
    this.show(area.chart);
  }

  /** Shows on a chart what it has chosen; to be called where it may show something else. */
  show(chart: BrushedChart): void {
    this.#show(chart, this.chart === chart ? this.#chosen?.area : undefined);
  }

  /** Lets all rows pass again. */
  end(): void {
    if (this.#chosen) this.#view.changeFilters({ brush: undefined });
  }

  /** Ends it if it was drawn by another clock than the one that holds: its days and hours are others now. */
  followClock(): void {
    if (this.#chosen && isOfClock(this.#chosen.area) && this.#chosen.zone !== this.#formats.zone) this.end();
  }

  /** Takes it off its chart if the filter has been taken away from elsewhere. */
  follow(): void {
    if (!this.#chosen || this.#view.filters.brush === this.#chosen.rows) return;
    this.#show(this.#chosen.area.chart, undefined);
    this.#chosen = undefined;
  }

  #hold(area: BrushedArea | undefined): void {
    const rows = area && brushFilterOf(area, this.#strings, this.#formats);
    this.#chosen = area && rows && { area, rows, zone: this.#formats.zone };
    this.#view.changeFilters({ brush: rows });
  }
}

/** Energies and gains are the same by every clock. */
function isOfClock({ chart }: BrushedArea): boolean {
  return chart !== 'gain';
}
