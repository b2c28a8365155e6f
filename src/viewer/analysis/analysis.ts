import { AnalysisPanel } from './analysis-panel.ts';
import { type Summary, summarize } from '../results/summary.ts';
import { SummaryView } from '../summary/summary-view.ts';
import { Brush } from './brush.ts';
import type { BrushedArea } from '../charts/brushed-area.ts';
import { type ChartId, chartIds } from '../charts/chart.ts';
import { pngOf } from './chart-image.ts';
import { ChartSet } from './chart-set.ts';
import type { VehiclesView } from '../summary/vehicles-view.ts';
import { element } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { BackgroundTask } from '../base/background.ts';
import { AnomalySearch, type AnomalySearchEvents } from '../summary/anomaly-controls.ts';
import type { Totals } from '../results/totals.ts';
import { type TotalsEvents, TotalsView } from '../summary/totals-view.ts';
import type { ViewModel } from '../rows/view-model.ts';

export interface AnalysisEvents extends TotalsEvents, Pick<AnomalySearchEvents, 'goToNext' | 'onNotes'> {
  /** Another tab is shown. */
  readonly onTab: () => void;
  /** The user wants to hide the content below the tabs, or to show it again. */
  readonly onCollapse: () => void;
  /** The user has changed the height. */
  readonly onResized: () => void;
}

/** The rows that a mask includes, and their summary. */
interface MaskedSummary {
  readonly mask: Uint8Array | undefined;
  readonly summary: Summary;
}

interface Results {
  readonly shown: MaskedSummary;
  /** For the chart whose brush is active: the same without the brush. */
  readonly around: MaskedSummary;
}

/** Everything above the table that is computed from the records: totals, charts, summary, anomalies. */
export class Analysis {
  readonly totals: TotalsView;
  readonly #events: AnalysisEvents;
  readonly #view: ViewModel;
  readonly #formats: Formats;
  readonly #comparison: VehiclesView | undefined;
  readonly #charts: ChartSet;
  readonly #summary: SummaryView;
  readonly #anomalies: AnomalySearch;
  readonly #panel: AnalysisPanel;
  readonly #summarizing = new BackgroundTask();
  /** By the vehicle's number. */
  readonly #nominals: (number | undefined)[] = [];
  #loaded: Totals | undefined;
  #results: Results | undefined;
  readonly #brush: Brush;

  /** @param comparison absent if there is only one vehicle */
  constructor(formats: Formats, view: ViewModel, events: AnalysisEvents, comparison: VehiclesView | undefined) {
    this.#formats = formats;
    this.#comparison = comparison;
    this.#events = events;
    this.#view = view;
    this.totals = new TotalsView(formats, events);
    const host = (chart: ChartId) => ({
      vehicles: comparison?.names ?? [],
      formats,
      onBrush: (area: BrushedArea | undefined) => {
        if (this.#loaded) this.#brush.choose(chart, area);
        // Arriving records are not filtered yet: a brush that selects nothing would stay visible.
        else this.#brush.show(chart);
      },
      onPoint: (text: string) => this.#panel.point(text),
    });
    this.#charts = new ChartSet(host, () => {
      this.#showKey();
      this.#drawChart();
      for (const chart of chartIds) this.#brush.show(chart);
    });
    this.#brush = new Brush(view, formats, (chart, area) => this.#charts.showBrush(chart, area));
    this.#summary = new SummaryView(formats, comparison !== undefined);
    this.#anomalies = new AnomalySearch(formats, view, {
      goToNext: events.goToNext,
      onNotes: events.onNotes,
      onFound: () => {
        this.#panel.nameAnomalies(this.#anomalies.title);
        this.#showResults();
      },
    });
    const panel = (content: HTMLElement) => element('div', { class: 'panel' }, content);
    const lists = { summary: panel(this.#summary.element), anomalies: panel(this.#anomalies.element) };
    this.#panel = new AnalysisPanel(
      { ...this.#charts.panels, ...lists },
      { onTab: () => this.#changedTab(), onCollapse: events.onCollapse, onResized: events.onResized },
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.endBrush();
    });
    view.onDidChange((change) => {
      if (change === 'filters') this.#filtered();
    });
  }

  get element(): HTMLElement {
    return this.#panel.element;
  }

  /** Records are arriving: shows the totals so far. */
  arriving(totals: Totals): void {
    this.#summarizing.cancel();
    this.#anomalies.cancel();
    // The anomalies belong to records of an incomplete load: different records take their places.
    if (this.#loaded) {
      this.#forgetAnomalies();
      this.#anomalies.unlist();
    }
    this.#results = undefined;
    this.#loaded = undefined;
    this.totals.show(totals, totals);
  }

  /** All records that will come have arrived. */
  settled(totals: Totals): void {
    if (totals === this.#loaded) return;
    this.#loaded = totals;
    this.#results = undefined;
    this.#forgetAnomalies();
    this.totals.show(totals, totals);
    this.#summarize();
    this.#anomalies.find(this.#nominals);
  }

  /**
   * @param vehicle the vehicle's number
   * @param nominal in the unit of the energies; undefined: unknown
   */
  setNominal(vehicle: number, nominal: number | undefined): void {
    this.#nominals[vehicle] = nominal;
    if (!this.#loaded) return;
    this.#anomalies.find(this.#nominals);
    this.#showResults();
  }

  /** Call this when the time zone, which determines times and days, or the unit of the energies has changed. */
  reformat(): void {
    this.#brush.followClock();
    if (this.#loaded) this.#summarize();
  }

  /** True if a chart is on screen. */
  get chartShown(): boolean {
    return this.#shownChart !== undefined;
  }

  get collapsed(): boolean {
    return this.#panel.collapsed;
  }

  /** Hides everything but the tabs, so that the table has the space. */
  set collapsed(collapsed: boolean) {
    this.#panel.collapsed = collapsed;
    if (!collapsed) this.#drawChart();
  }

  /** Height of the content below the tabs, in pixels; undefined: not chosen. */
  get height(): number | undefined {
    return this.#panel.height;
  }

  set height(height: number | undefined) {
    this.#panel.height = height;
  }

  get tab(): string {
    return this.#panel.tab;
  }

  /** Shows the tab of a saved name, if there is one. */
  set tab(name: string) {
    this.#panel.tab = name;
    this.#showKey();
    this.#drawChart();
  }

  /** The area brushed in a chart, if there is one. */
  get brush(): BrushedArea | undefined {
    return this.#brush.area;
  }

  restoreBrush(area: BrushedArea): void {
    this.#brush.restore(area);
  }

  /** Number of records with anomalies, as far as known. */
  get anomalies(): number {
    return this.#anomalies.records;
  }

  nextAnomaly(): void {
    this.#anomalies.goToNext();
  }

  /** Removes the brush from its chart. */
  endBrush(): void {
    this.#brush.end();
  }

  recolour(): void {
    this.#charts.recolour();
  }

  /** The chart on screen as base64 of a PNG, with its name; undefined if no chart is on screen. */
  image(): { readonly name: string; readonly png: string } | undefined {
    const id = this.#shownChart;
    const canvas = id && this.#charts.image(id);
    if (!id || !canvas) return undefined;
    const names = this.#comparison ? [this.#comparison.names.join(', ')] : [];
    return { name: id, png: pngOf(canvas, [this.#panel.title, ...names].join(' · '), this.#charts.key(id)) };
  }

  /** The chart whose tab is selected, unless the panel is collapsed: only what is visible is loaded and drawn. */
  get #shownChart(): ChartId | undefined {
    return this.#panel.collapsed ? undefined : this.#panel.chart;
  }

  #summarize(): void {
    this.#summarizing.run(() => {
      const { store, mask } = this.#view;
      const of = (rows: Uint8Array | undefined) => {
        return { mask: rows, summary: summarize(store, rows, this.#formats.zone) };
      };
      const shown = of(mask);
      this.#results = { shown, around: this.#brush.chart ? of(this.#view.maskWithout('brush')) : shown };
      this.#showResults();
    });
  }

  #showResults(): void {
    const loaded = this.#loaded;
    if (!loaded || !this.#results) return;
    const { summary } = this.#results.shown;
    this.totals.show(summary.totals, loaded);
    this.#summary.show(summary, this.#nominals[0]);
    this.#comparison?.show(summary.vehicles, summary, this.#nominals);
    this.#anomalies.show();
    this.#drawChart();
  }

  #forgetAnomalies(): void {
    this.#anomalies.forget();
    this.#panel.nameAnomalies(this.#anomalies.title);
  }

  /** Draws the selected chart; around its own brush, it shows everything that the brush could select. */
  #drawChart(): void {
    const id = this.#shownChart;
    if (!id || !this.#results) return;
    const { mask, summary } = this.#brush.chart === id ? this.#results.around : this.#results.shown;
    const several = this.#comparison !== undefined;
    this.#charts.show(id, {
      ...{ store: this.#view.store, mask, nominals: this.#nominals },
      days: summary.totals.days,
      vehicleDays: several ? summary.vehicles.map(({ totals }) => totals.days) : [],
      implied: several ? undefined : summary.capacity,
    });
  }

  /** Shows the legend of the chart's colours below it. */
  #showKey(): void {
    const { chart } = this.#panel;
    this.#panel.showKey(chart ? this.#charts.key(chart) : []);
  }

  #changedTab(): void {
    // A user who selects a tab wants to see it.
    if (this.#panel.collapsed) this.#events.onCollapse();
    this.#panel.point('');
    this.#showKey();
    this.#drawChart();
    this.#events.onTab();
  }

  /** The brush may have been removed elsewhere. */
  #filtered(): void {
    this.#brush.follow();
    if (this.#loaded) this.#summarize();
  }
}
