import type { ViewerStrings } from '../messages/viewer-strings.ts';
import type { BrushedArea, BrushedChart } from '../charts/brushed-area.ts';
import type { BrushFilter } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import type { Zone } from '../formats/zone.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { brushFilterOf } from './brushed-rows.ts';

/** The rows that one chart has chosen by its brush, as a filter of the table. No two charts choose at a time. */
export class Brush {
  readonly #view: ViewModel;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #show: (chart: BrushedChart, area: BrushedArea | undefined) => void;
  #chosen: { readonly area: BrushedArea; readonly rows: BrushFilter; readonly zone: Zone } | undefined;

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

  get area(): BrushedArea | undefined {
    // The filter may just have been taken away.
    return this.#chosen?.rows === this.#view.filters.brush ? this.#chosen?.area : undefined;
  }

  /** @param area undefined: all again, if it was this chart that had chosen */
  choose(chart: BrushedChart, area: BrushedArea | undefined): void {
    const before = this.chart;
    if (!area && before !== chart) return;
    if (before !== undefined && before !== chart) this.#show(before, undefined);
    this.#hold(area);
  }

  /** To be called when times are written by the clock that holds. */
  restore(area: BrushedArea): void {
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
    // Energies and gains are the same by every clock.
    if (this.chart !== 'gain' && this.#chosen?.zone !== this.#formats.zone) this.end();
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
