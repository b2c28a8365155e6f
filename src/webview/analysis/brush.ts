import type { ChartId } from '../charts/chart-common.ts';
import type { ChosenRows } from '../data/chosen-rows.ts';
import type { Formats } from '../formats/formats.ts';
import type { ViewModel } from '../data/view-model.ts';
import type { Zone } from '../formats/zone.ts';

/** The rows that one chart has chosen by its brush, as a filter of the table. No two charts choose at a time. */
export class Brush {
  readonly #view: ViewModel;
  readonly #formats: Pick<Formats, 'zone'>;
  readonly #clear: (chart: ChartId) => void;
  /** With the zone by whose clock it was drawn. */
  #chosen: { readonly chart: ChartId; readonly rows: ChosenRows; readonly zone: Zone } | undefined;

  /** @param clear takes the brush off a chart */
  constructor(view: ViewModel, formats: Pick<Formats, 'zone'>, clear: (chart: ChartId) => void) {
    this.#view = view;
    this.#formats = formats;
    this.#clear = clear;
  }

  /** The chart that has chosen; undefined if none has. */
  get chart(): ChartId | undefined {
    return this.#chosen?.chart;
  }

  /** @param rows undefined: all again, if it was this chart that had chosen */
  choose(chart: ChartId, rows: ChosenRows | undefined): void {
    const before = this.#chosen?.chart;
    if (!rows && before !== chart) return;
    if (before !== undefined && before !== chart) this.#clear(before);
    this.#chosen = rows && { chart, rows, zone: this.#formats.zone };
    this.#view.changeFilters({ chosen: rows });
  }

  /** Lets all rows pass again. */
  end(): void {
    if (this.#chosen) this.#view.changeFilters({ chosen: undefined });
  }

  /** Ends it if it was drawn by another clock than the one that holds: its days and hours are others now. */
  followClock(): void {
    if (!this.#chosen || this.#chosen.zone === this.#formats.zone) return;
    // Energies and gains are the same by every clock.
    if (this.#chosen.chart !== 'gain') this.end();
  }

  /** Takes it off its chart if the filter has been taken away from elsewhere. */
  follow(): void {
    if (!this.#chosen || this.#view.filters.chosen === this.#chosen.rows) return;
    this.#clear(this.#chosen.chart);
    this.#chosen = undefined;
  }
}
