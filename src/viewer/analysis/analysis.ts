import type { ViewerStrings } from '../messages/viewer-strings.ts';
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
  /** What is below the tabs is to be hidden, or shown again. */
  readonly onCollapse: () => void;
  /** The user has made it higher or lower. */
  readonly onResized: () => void;
}

/** The rows that a mask leaves, and what they answer. */
interface MaskedSummary {
  readonly mask: Uint8Array | undefined;
  readonly summary: Summary;
}

interface Results {
  readonly shown: MaskedSummary;
  /** For the chart whose brush chose: the same without the brush. */
  readonly around: MaskedSummary;
}

/** Everything above the table that is worked out from the records: totals, charts, answers, what stands out. */
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

  /** @param comparison absent where there is only one vehicle */
  constructor(
    strings: ViewerStrings,
    formats: Formats,
    view: ViewModel,
    events: AnalysisEvents,
    comparison: VehiclesView | undefined,
  ) {
    this.#formats = formats;
    this.#comparison = comparison;
    this.#events = events;
    this.#view = view;
    this.totals = new TotalsView(strings, formats, events);
    const host = (chart: ChartId) => ({
      vehicles: comparison?.names ?? [],
      strings,
      formats,
      onBrush: (area: BrushedArea | undefined) => {
        if (this.#loaded) this.#brush.choose(chart, area);
        // What is still arriving isn't filtered: a box that chose nothing would stay.
        else this.#brush.show(chart);
      },
      onPoint: (text: string) => this.#panel.point(text),
    });
    this.#charts = new ChartSet(host, () => {
      this.#showKey();
      this.#drawChart();
      for (const chart of chartIds) this.#brush.show(chart);
    });
    this.#brush = new Brush(view, strings, formats, (chart, area) => this.#charts.showBrush(chart, area));
    this.#summary = new SummaryView(strings, formats, comparison !== undefined);
    this.#anomalies = new AnomalySearch(strings, formats, view, {
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
      strings,
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

  /** Records are arriving: totals so far. */
  arriving(totals: Totals): void {
    this.#summarizing.cancel();
    this.#anomalies.cancel();
    // What was found belongs to records of a load that came in parts only: others come in their places.
    if (this.#loaded) {
      this.#forgetAnomalies();
      this.#anomalies.unlist();
    }
    this.#results = undefined;
    this.#loaded = undefined;
    this.totals.show(totals, totals);
  }

  /** All records that will come are there. */
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
   * @param vehicle its number
   * @param nominal in the unit of the energies; undefined: not known
   */
  setNominal(vehicle: number, nominal: number | undefined): void {
    this.#nominals[vehicle] = nominal;
    if (!this.#loaded) return;
    this.#anomalies.find(this.#nominals);
    this.#showResults();
  }

  /** Times are written by another zone's clock, and days told apart by its calendar; energies have another unit. */
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

  /** Leaves of all that is worked out only the tabs, so that the table has the room. */
  set collapsed(collapsed: boolean) {
    this.#panel.collapsed = collapsed;
    if (!collapsed) this.#drawChart();
  }

  /** Of what is below the tabs, in pixels; undefined: not chosen. */
  get height(): number | undefined {
    return this.#panel.height;
  }

  set height(height: number | undefined) {
    this.#panel.height = height;
  }

  get tab(): string {
    return this.#panel.tab;
  }

  /** Shows a tab that was kept, if there is one of this name. */
  set tab(name: string) {
    this.#panel.tab = name;
    this.#showKey();
    this.#drawChart();
  }

  /** What a chart has chosen, if one has. */
  get brush(): BrushedArea | undefined {
    return this.#brush.area;
  }

  restoreBrush(area: BrushedArea): void {
    this.#brush.restore(area);
  }

  /** How many records stand out, as far as that is known. */
  get anomalies(): number {
    return this.#anomalies.records;
  }

  nextAnomaly(): void {
    this.#anomalies.goToNext();
  }

  /** Takes the brush off the chart that has chosen records. */
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

  /** The chart whose tab is chosen, unless it is collapsed away: only what is looked at is fetched and drawn. */
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

  /** Draws around the chart's own brush all that it could choose from. */
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

  /** Explains the chart's colours below it. */
  #showKey(): void {
    const { chart } = this.#panel;
    this.#panel.showKey(chart ? this.#charts.key(chart) : []);
  }

  #changedTab(): void {
    // Who chooses a tab wants to see it.
    if (this.#panel.collapsed) this.#events.onCollapse();
    this.#panel.point('');
    this.#showKey();
    this.#drawChart();
    this.#events.onTab();
  }

  /** The brush may have been taken away from elsewhere. */
  #filtered(): void {
    this.#brush.follow();
    if (this.#loaded) this.#summarize();
  }
}
