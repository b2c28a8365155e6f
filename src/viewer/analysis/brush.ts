import type { BrushedArea, BrushedChart } from '../charts/brushed-area.ts';
import type { BrushFilter } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import type { Zone } from '../formats/zone.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { t } from '../../common/translate.ts';
import { hourOfWeek, weekSpan } from '../charts/week.ts';
import { gainOf } from '../data/derived.ts';
import { LocalDays } from '../formats/local-days.ts';

/** Creates the filter for a brushed area; days and hours are those of the current time zone. */
function brushFilterOf(area: BrushedArea, formats: Formats): BrushFilter {
  const { zone } = formats;
  switch (area.chart) {
    case 'energy': {
      const [first, last] = area.days;
      const local = new LocalDays(zone);
      const name = (day: number) => formats.day(day * 1000);
      return {
        label: () => (first === last ? name(first) : t('{0} to {1}', name(first), name(last))),
        wanted: ({ chargeStart }) => {
          return (row) => {
            const day = local.startOf(chargeStart.at(row)) / 1000;
            return day >= first && day <= last;
          };
        },
      };
    }
    case 'levels': {
      const [from, to] = [area.times[0] * 1000, area.times[1] * 1000];
      return {
        label: () => t('{0} to {1}', formats.dateTime(from), formats.dateTime(to)),
        wanted: ({ chargeStart }) => {
          return (row) => chargeStart.at(row) >= from && chargeStart.at(row) <= to;
        },
      };
    }
    case 'week': {
      const cells = new Set(area.hours);
      const days = Array.from({ length: 7 }, (_, day) => formats.weekday(day));
      return {
        label: () => weekSpan(area.hours, days),
        wanted: ({ chargeStart }) => {
          return (row) => cells.has(hourOfWeek(chargeStart.at(row), zone));
        },
      };
    }
    case 'gain': {
      const [left, right] = area.gains;
      const [low, edge] = area.energies;
      const high = area.upwards ? Infinity : edge;
      return {
        label: () =>
          t(
            'charge gained {0} to {1}, energy {2} to {3}',
            ...([formats.percent(Math.max(0, left)), formats.percent(right)] as const),
            ...([formats.energy(Math.max(0, low)), area.upwards ? '\u221e' : formats.energyWithUnit(high)] as const),
          ),
        wanted: (store) => (row) => {
          const gain = gainOf(store, row);
          const energy = store.energy.at(row);
          return gain >= left && gain <= right && energy >= low && energy <= high;
        },
      };
    }
  }
}

/** The rows selected by the brush of one chart, as a filter of the table. Only one chart at a time has a selection. */
export class Brush {
  readonly #view: ViewModel;
  readonly #formats: Formats;
  readonly #show: (chart: BrushedChart, area: BrushedArea | undefined) => void;
  #chosen: { readonly area: BrushedArea; readonly rows: BrushFilter; readonly zone: Zone } | undefined;

  /** @param show shows the brush on a chart, or removes it */
  constructor(view: ViewModel, formats: Formats, show: (chart: BrushedChart, area: BrushedArea | undefined) => void) {
    this.#view = view;
    this.#formats = formats;
    this.#show = show;
  }

  /** The chart that has the brush; undefined if none has. */
  get chart(): BrushedChart | undefined {
    return this.#chosen?.area.chart;
  }

  get area(): BrushedArea | undefined {
    // The filter may just have been removed.
    return this.#chosen?.rows === this.#view.filters.brush ? this.#chosen?.area : undefined;
  }

  /** @param area undefined: select all again, if this chart has the brush */
  choose(chart: BrushedChart, area: BrushedArea | undefined): void {
    const before = this.chart;
    if (!area && before !== chart) return;
    if (before !== undefined && before !== chart) this.#show(before, undefined);
    this.#hold(area);
  }

  /** Call this when the current time zone is set. */
  restore(area: BrushedArea): void {
    this.#hold(area);
    this.show(area.chart);
  }

  /** Shows a chart's brush, or none; call this when the chart may show something else. */
  show(chart: BrushedChart): void {
    this.#show(chart, this.chart === chart ? this.#chosen?.area : undefined);
  }

  /** Ends the selection. */
  end(): void {
    if (this.#chosen) this.#view.changeFilters({ brush: undefined });
  }

  /** Ends the selection if it was made in a different time zone: its days and hours now mean something else. */
  followClock(): void {
    // Energies and gains are the same in every time zone.
    if (this.chart !== 'gain' && this.#chosen?.zone !== this.#formats.zone) this.end();
  }

  /** Removes the brush from its chart if the filter was removed elsewhere. */
  follow(): void {
    if (!this.#chosen || this.#view.filters.brush === this.#chosen.rows) return;
    this.#show(this.#chosen.area.chart, undefined);
    this.#chosen = undefined;
  }

  #hold(area: BrushedArea | undefined): void {
    const rows = area && brushFilterOf(area, this.#formats);
    this.#chosen = area && rows && { area, rows, zone: this.#formats.zone };
    this.#view.changeFilters({ brush: rows });
  }
}
