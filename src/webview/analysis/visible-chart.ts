import type { AnalysisPanel } from './analysis-panel.ts';
import type { Results } from '../results/analysis-results.ts';
import type { Brush } from './brush.ts';
import type { ChartId } from '../charts/chart.ts';
import { pngOf } from './chart-image.ts';
import type { ChartSet } from './chart-set.ts';
import type { Comparison } from '../summary/comparison.ts';
import { isEmpty } from '../rows/filters.ts';
import type { Totals } from '../results/totals.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** By the vehicle's number, in the unit of the energies; undefined: not known. */
type NominalCapacities = readonly (number | undefined)[];

/** Who has waited so many milliseconds for records waits longer. */
const longWait = 300;

export interface ShownChartParts {
  readonly panel: AnalysisPanel;
  readonly charts: ChartSet;
  readonly brush: Brush;
  readonly view: ViewModel;
  /** Absent where there is only one vehicle. */
  readonly comparison: Comparison | undefined;
  readonly nominals: NominalCapacities;
}

/** The chart whose tab is chosen, unless it is collapsed away: only what is looked at is fetched, worked out and drawn. */
export class VisibleChart {
  readonly #parts: ShownChartParts;
  #preparing: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ShownChartParts) {
    this.#parts = parts;
  }

  /** True if a chart is on screen. */
  get isOnScreen(): boolean {
    return this.#shown !== undefined;
  }

  /** Fetches the charts' script, also for a chart that may be looked at later; it takes several frames' time. */
  prepare(): void {
    const { panel, charts } = this.#parts;
    // Another page may have taken this one's place.
    if (!panel.collapsed && panel.element.isConnected) charts.prepare();
  }

  /** Does so if nothing comes for a while. */
  prepareWhileWaiting(): void {
    this.#preparing = setTimeout(() => this.prepare(), longWait);
  }

  /** Records come: the charts' script would take time from them. */
  endWaiting(): void {
    clearTimeout(this.#preparing);
  }

  /**
   * Draws around the chart's own brush all that it could choose from. Who looks at a chart as soon as the records are there
   * doesn't wait for the answers, if it shows all records; what it takes of them comes later.
   *
   * @param loaded of all records
   * @param results undefined: not worked out yet
   */
  draw(loaded: Totals, results: Results | undefined): void {
    const { charts, brush, view, comparison, nominals } = this.#parts;
    const id = this.#shown;
    const unanswered = !comparison && isEmpty(view.filters);
    if (!id || !(results || unanswered)) return;
    const own = brush.chart === id;
    const summary = own ? results?.around : results?.shown;
    const { totals = loaded, capacity, vehicles = [] } = summary ?? {};
    charts.show(id, {
      store: view.store,
      mask: own ? results?.aroundMask : view.mask,
      days: totals.days,
      vehicleDays: vehicles.map((each) => each.totals.days),
      nominals,
      implied: comparison ? undefined : capacity,
    });
  }

  /** Explains its colours below it. */
  showKey(): void {
    const { panel, charts } = this.#parts;
    panel.showKey(panel.chart ? charts.key(panel.chart) : []);
  }

  /** As base64 of a PNG, with its name; undefined if no chart is on screen. */
  image(): { readonly name: string; readonly png: string } | undefined {
    const { panel, charts, comparison } = this.#parts;
    const id = this.#shown;
    const canvas = id && charts.image(id);
    if (!id || !canvas) return undefined;
    const title = [panel.title, ...(comparison ? [comparison.names.join(', ')] : [])].join(' · ');
    return { name: id, png: pngOf(canvas, title, charts.key(id)) };
  }

  /** Undefined while there are other things than a chart on screen, or only the tabs. */
  get #shown(): ChartId | undefined {
    const { panel } = this.#parts;
    return panel.collapsed ? undefined : panel.chart;
  }
}
