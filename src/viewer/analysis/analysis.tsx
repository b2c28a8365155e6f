import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import { BackgroundTask } from '../base/background.ts';
import { holding } from '../base/dom.ts';
import { isolated } from '../base/text.ts';
import type { BrushedArea } from '../charts/brushed-area.ts';
import { type ChartId, chartIds } from '../charts/chart.ts';
import type { Formats } from '../formats/formats.ts';
import { type Summary, summarize } from '../results/summary.ts';
import type { Totals } from '../results/totals.ts';
import type { Point } from '../plot/plot-frame.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { AnomalyList, AnomalySearch, type AnomalySearchEvents } from '../summary/anomalies.tsx';
import { SummaryView } from '../summary/summary-view.tsx';
import type { Vehicles } from '../summary/vehicles.tsx';
import { Brush } from './brush.ts';
import { pngOf } from './chart-image.ts';
import { ChartSet } from './chart-set.ts';
import { PanelEdge } from './panel-edge.tsx';
import { Tabs } from './tabs.tsx';

/** Minimum page size in pixels: on a smaller page, charts are hidden to leave the space to the table. */
const leastPage = { width: 600, height: 500 };

const tabIds = [...chartIds, 'summary', 'anomalies'] as const;
type TabId = (typeof tabIds)[number];

export interface AnalysisParts extends Pick<AnomalySearchEvents, 'goToNext' | 'onNotes'> {
  readonly formats: Formats;
  readonly view: ViewModel;
  /** Absent if there is only one vehicle. */
  readonly vehicles: Vehicles | undefined;
  /** Whether there are records. */
  readonly usable: Signal<boolean>;
  /** The days of which all records are there, in milliseconds since 1970; undefined if those are not known. */
  readonly loadedDays: () => { readonly from: number; readonly to: number } | undefined;
  /** The user has changed the tab or the height, or has shown or hidden the content. */
  readonly onArranged: () => void;
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
  /** Of the records that pass the filters, and of all. */
  readonly totals = signal<{ readonly shown: Totals; readonly all: Totals } | undefined>(undefined);
  /** Whether charts and summary are hidden regardless of the page's size; undefined: the user has not chosen. */
  readonly chosen = signal<boolean | undefined>(undefined);
  /** Whether everything but the tabs is hidden, so that the table has the space. */
  readonly collapsed: ReadonlySignal<boolean>;
  /** Height of the content below the tabs, in pixels; undefined: not chosen. */
  readonly height = signal<number | undefined>(undefined);
  readonly anomalies: AnomalySearch;
  readonly #parts: AnalysisParts;
  readonly #window = signal({ width: innerWidth, height: innerHeight });
  readonly #tab = signal<TabId>('energy');
  /** Describes what is under the pointer or the keyboard cursor. */
  readonly #pointed = signal<{ readonly text: string; readonly at?: Point | undefined }>({ text: '' });
  readonly #summary = signal<{ readonly summary: Summary; readonly nominal: number | undefined } | undefined>(
    undefined,
  );
  readonly #charts: ChartSet;
  readonly #brush: Brush;
  readonly #summarizing = new BackgroundTask();
  /** By the vehicle's number. */
  readonly #nominals: (number | undefined)[] = [];
  readonly #results = signal<Results | undefined>(undefined);
  #loaded: Totals | undefined;

  constructor(parts: AnalysisParts) {
    const { formats, view, vehicles } = parts;
    this.#parts = parts;
    this.collapsed = computed(() => {
      const { width, height } = this.#window.value;
      return this.chosen.value ?? (width < leastPage.width || height < leastPage.height);
    });
    const resized = () => (this.#window.value = { width: innerWidth, height: innerHeight });
    window.addEventListener('resize', resized);
    this.#charts = new ChartSet((chart) => ({
      vehicles: vehicles?.names.map(isolated) ?? [],
      formats,
      onBrush: (area) => {
        if (this.#loaded) this.#brush.choose(chart, area);
        // Arriving records are not filtered yet: a brush that selects nothing would stay visible.
        else this.#brush.show(chart);
      },
      onPoint: (text, at) => (this.#pointed.value = { text, at }),
    }));
    this.#brush = new Brush(view, formats, (chart, area) => this.#charts.loaded.value?.[chart].showBrush(area));
    this.anomalies = new AnomalySearch(formats, view, { ...parts, onFound: () => this.#showResults() });
    view.onDidChange((change) => {
      if (change !== 'filters') return;
      // The brush may have been removed elsewhere.
      this.#brush.follow();
      if (this.#loaded) this.#summarize();
    });
  }

  /** Records are arriving: shows the totals so far. */
  arriving(totals: Totals): void {
    this.#summarizing.cancel();
    this.anomalies.cancel();
    // The anomalies belong to records of an incomplete load: different records take their places.
    if (this.#loaded) {
      this.anomalies.forget();
      this.anomalies.unlist();
    }
    this.#results.value = undefined;
    this.#loaded = undefined;
    this.totals.value = { shown: totals, all: totals };
  }

  /** All records that will come have arrived. */
  settled(totals: Totals): void {
    if (totals === this.#loaded) return;
    this.#loaded = totals;
    this.#results.value = undefined;
    this.anomalies.forget();
    this.totals.value = { shown: totals, all: totals };
    this.#summarize();
    this.anomalies.find(this.#nominals);
  }

  /**
   * @param vehicle the vehicle's number
   * @param nominal in the unit of the energies; undefined: unknown
   */
  setNominal(vehicle: number, nominal: number | undefined): void {
    this.#nominals[vehicle] = nominal;
    if (!this.#loaded) return;
    this.anomalies.find(this.#nominals);
    this.#showResults();
  }

  /** Call this when the time zone, which determines times and days, or the unit of the energies has changed. */
  reformat(): void {
    this.#brush.followClock();
    if (this.#loaded) this.#summarize();
  }

  /** The chart on screen: only what is visible is loaded and drawn. */
  get shownChart(): ChartId | undefined {
    return this.collapsed.value ? undefined : chartIds.find((id) => id === this.#tab.value);
  }

  get tab(): string {
    return this.#tab.value;
  }

  /** Shows the tab of a saved name, if there is one. */
  set tab(name: string) {
    this.#tab.value = tabIds.find((id) => id === name) ?? this.#tab.value;
  }

  /** The area brushed in a chart, if there is one. */
  get brush(): BrushedArea | undefined {
    return this.#brush.area;
  }

  restoreBrush(area: BrushedArea): void {
    this.#brush.restore(area);
  }

  /** Removes the brush from its chart. */
  endBrush(): void {
    this.#brush.end();
  }

  /** Hides charts and summary, which take space from the table, or shows them again. */
  toggle(): void {
    this.chosen.value = !this.collapsed.value;
    this.#parts.onArranged();
  }

  recolour(): void {
    for (const id of chartIds) this.#charts.loaded.value?.[id].recolour();
  }

  /** What makes a picture of the chart on screen, as base64 of a PNG; empty if no chart is on screen. */
  get images(): readonly { readonly label: string; readonly make: () => { chart: string; png: string } }[] {
    const id = this.shownChart;
    const chart = id && this.#charts.loaded.value?.[id];
    const canvas = chart?.image();
    if (!chart || !canvas) return [];
    const label = this.#labels()[id];
    const names = this.#parts.vehicles?.names.map(isolated) ?? [];
    const title = [label, ...(names.length > 0 ? [names.join(', ')] : [])].join(' · ');
    return [{ label, make: () => ({ chart: id, png: pngOf(canvas, title, chart.key) }) }];
  }

  #summarize(): void {
    this.#summarizing.run(() => {
      const { store, mask } = this.#parts.view;
      const of = (rows: Uint8Array | undefined) => {
        return { mask: rows, summary: summarize(store, rows, this.#parts.formats.zone) };
      };
      const shown = of(mask);
      this.#results.value = { shown, around: this.#brush.chart ? of(this.#parts.view.maskWithout('brush')) : shown };
      this.#showResults();
    });
  }

  #showResults(): void {
    const { vehicles } = this.#parts;
    if (!this.#loaded || !this.#results.value) return;
    const { summary } = this.#results.value.shown;
    const nominals = [...this.#nominals];
    this.totals.value = { shown: summary.totals, all: this.#loaded };
    this.#summary.value = { summary, nominal: nominals[0] };
    if (vehicles) vehicles.summaries.value = { vehicles: summary.vehicles, all: summary, nominals };
    this.anomalies.show();
  }

  /** Draws the selected chart; around its own brush, it shows everything that the brush could select. */
  #draw(): void {
    const id = this.shownChart;
    const results = this.#results.value;
    if (!id || !results) return;
    const charts = this.#charts.loaded.value;
    if (!charts) return void this.#charts.fetch();
    const { mask, summary } = this.#brush.chart === id ? results.around : results.shown;
    const several = this.#parts.vehicles !== undefined;
    charts[id].show({
      ...{ store: this.#parts.view.store, mask, nominals: this.#nominals },
      days: summary.totals.days,
      vehicleDays: several ? summary.vehicles.map(({ totals }) => totals.days) : [],
      loaded: this.#parts.loadedDays(),
      hasFailed: (vehicle) => this.#parts.vehicles?.hasFailed(vehicle) ?? false,
      implied: several ? undefined : summary.capacity,
    });
  }

  #select(tab: TabId): void {
    this.#tab.value = tab;
    this.#pointed.value = { text: '' };
    // A user who selects a tab wants to see it.
    if (this.collapsed.value) return this.toggle();
    this.#parts.onArranged();
  }

  #labels(): Readonly<Record<TabId, string>> {
    return {
      energy: t('Energy per day'),
      levels: t('Start and end levels'),
      week: t('Hours of the week'),
      gain: t('Energy vs. charge gained'),
      summary: t('Summary'),
      anomalies: this.anomalies.title,
    };
  }

  /** Stands above what is pointed at; nearer to an edge of the page, more of it is on the other side. */
  readonly #Hint = () => {
    const { text, at: { x, y } = { x: 0, y: 0 } } = this.#pointed.value;
    const aside = Math.round((x / innerWidth) * 100);
    return (
      <span class="pointed" role="status" style={{ left: `${x}px`, top: `${y}px`, '--aside': `-${aside}%` }}>
        {text}
      </span>
    );
  };

  /** Charts, summary and anomalies: one of them below the tabs, with a line that explains it. */
  readonly Panel = () => {
    const { formats, vehicles, usable, onArranged } = this.#parts;
    const Hint = this.#Hint;
    const charts = this.#charts.loaded.value;
    const [tab, collapsed, height] = [this.#tab.value, this.collapsed.value, this.height.value];
    const chart = chartIds.find((id) => id === tab);
    const labels = this.#labels();
    const panel = (id: TabId, content: preact.ComponentChild, by?: Element) => (
      <div
        id={`panel-${id}`}
        class="panel"
        role="tabpanel"
        aria-labelledby={`tab-${id}`}
        hidden={id !== tab}
        ref={by && holding(by)}
      >
        {content}
      </div>
    );
    const collapse = collapsed ? t('Show charts and summary') : t('Hide charts and summary');
    // Only what is on screen can be drawn.
    useLayoutEffect(() => {
      for (const id of chartIds) if (charts) this.#brush.show(id);
    }, [charts]);
    useLayoutEffect(() => this.#draw(), [charts, tab, collapsed, this.#results.value, this.#summary.value]);
    return (
      <section
        class={`chart${collapsed ? ' collapsed' : ''}`}
        aria-label={t('Charts and summary')}
        inert={!usable.value}
        onKeyDown={({ key }) => key === 'Escape' && this.endBrush()}
      >
        <header>
          <Tabs
            label={t('Charts and summary')}
            tabs={tabIds.map((id) => [id, labels[id]] as const)}
            selected={tab}
            onSelect={(id) => this.#select(id)}
          />
          <button
            type="button"
            class="collapse"
            id="collapse"
            aria-controls="analysis"
            aria-expanded={!collapsed}
            aria-label={collapse}
            title={collapse}
            onClick={() => this.toggle()}
          />
        </header>
        <div id="analysis" style={height === undefined ? {} : { '--panel': `${height}px` }}>
          {chartIds.map((id) => panel(id, undefined, charts?.[id].element))}
          {panel('summary', <SummaryView shown={this.#summary} formats={formats} several={vehicles !== undefined} />)}
          {panel('anomalies', <AnomalyList search={this.anomalies} />)}
          <footer>
            <span class="keys" ref={(at) => at?.replaceChildren(...((chart && charts?.[chart].key) ?? []))} />
          </footer>
          <Hint />
        </div>
        <PanelEdge height={this.height} windowHeight={this.#window.value.height} onResized={onArranged} />
      </section>
    );
  };
}
