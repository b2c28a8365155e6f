import type { ViewerStrings } from '../records/protocol.ts';
import type { Field } from '../service/columns.ts';
import { AnalysisCommands } from './analysis-commands.ts';
import { AnalysisPanel } from './analysis-panel.ts';
import { type Results, resultsOf } from './analysis-results.ts';
import { AnswersView } from './answers-view.ts';
import { Brush } from './brush.ts';
import type { ChartId } from './chart-common.ts';
import { pngOf } from './chart-image.ts';
import { ChartPace } from './chart-pace.ts';
import { fetchCharts } from './chart-script.ts';
import { ChartSet } from './chart-set.ts';
import type { Compared } from './compared.ts';
import { element } from './dom.ts';
import { type Findings, fieldOf, findingsOf } from './findings.ts';
import { FindingTexts, FindingsView, notesOf } from './findings-view.ts';
import type { ChosenRows } from './filters.ts';
import type { Formats } from './formats.ts';
import { Slices, doBeside, paces } from './slices.ts';
import { fill } from './text.ts';
import type { Totals } from './totals.ts';
import { TotalsView } from './totals-view.ts';
import type { ViewModel } from './view-model.ts';

export interface AnalysisEvents {
  /** Another tab is shown. */
  readonly onTab: () => void;
  /** What is below the tabs is to be hidden, or shown again. */
  readonly onFold: () => void;
  /** The user has made it higher or lower. */
  readonly onPulled: () => void;
  readonly onNextMarked: () => void;
  /** Goes to the next record for which `wanted` has a field, after the active one and round to the first. */
  readonly goToNext: (wanted: (row: number) => Field | undefined) => void;
  /** What is to be marked in the table has changed. */
  readonly onNotes: (notes: (row: number, field: Field) => string) => void;
}

/** Everything above the table that is worked out from the records: totals, charts, answers, what stands out. */
export class Analysis {
  readonly totals: TotalsView;
  readonly commands: AnalysisCommands;
  readonly #strings: ViewerStrings;
  readonly #events: AnalysisEvents;
  readonly #texts: FindingTexts;
  readonly #view: ViewModel;
  readonly #formats: Formats;
  readonly #compared: Compared | undefined;
  readonly #charts: ChartSet;
  readonly #answers: AnswersView;
  readonly #findingsView: FindingsView;
  readonly #panel: AnalysisPanel;
  readonly #answering = new Slices(paces.beside);
  readonly #finding = new Slices(paces.beside);
  /** By the vehicle's number. */
  readonly #nominals: (number | undefined)[] = [];
  #loaded: Totals | undefined;
  #results: Results | undefined;
  #findings: Findings | undefined;
  readonly #brush: Brush;
  readonly #pace = new ChartPace();

  /** @param compared absent where there is only one vehicle */
  constructor(
    strings: ViewerStrings,
    formats: Formats,
    view: ViewModel,
    events: AnalysisEvents,
    compared: Compared | undefined,
  ) {
    this.#formats = formats;
    this.#compared = compared;
    this.#strings = strings;
    this.#events = events;
    this.#texts = new FindingTexts(strings, formats);
    this.#view = view;
    this.totals = new TotalsView(strings, formats, events.onNextMarked);
    const host = (chart: ChartId) => ({
      vehicles: compared?.names ?? [],
      strings,
      formats,
      onBrush: (rows: ChosenRows | undefined) => {
        if (this.#loaded) this.#brush.choose(chart, rows);
      },
      onPoint: (text: string) => this.#panel.point(text),
    });
    this.#charts = new ChartSet(fetchCharts, host, () => this.#showKey());
    this.#brush = new Brush(view, (chart) => this.#charts.clearBrush(chart));
    this.#answers = new AnswersView(strings, formats, compared !== undefined);
    this.#findingsView = new FindingsView(strings, formats, (wanted, field) =>
      events.goToNext((row) => (row === wanted ? field : undefined)),
    );
    const panel = (content: HTMLElement) => element('div', { class: 'panel' }, content);
    const lists = { answers: panel(this.#answers.element), findings: panel(this.#findingsView.element) };
    this.#panel = new AnalysisPanel(
      strings,
      { ...this.#charts.panels, ...lists },
      { onTab: () => this.#changedTab(), onFold: events.onFold, onPulled: events.onPulled },
    );
    this.commands = new AnalysisCommands(this.#panel, this.#answers, events.onFold);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.endBrush();
    });
    view.onDidChange((change) => {
      if (change === 'filters') this.#filtered();
      // What passes of many rows is known after they are shown.
      else if (change === 'rows' && this.#loaded) this.#answer();
    });
    this.#showKey();
  }

  get element(): HTMLElement {
    return this.#panel.element;
  }

  /** To be called before records arrive: the charts' script takes a frame's time, which is free while one waits for them. */
  prepare(): void {
    if (!this.#panel.folded) doBeside(() => this.#charts.prepare());
  }

  /** Records are arriving: totals so far, and now and then the days. */
  arriving(totals: Totals): void {
    this.#answering.cancel();
    this.#finding.cancel();
    this.#results = undefined;
    this.#loaded = undefined;
    this.totals.show(totals, totals);
    if (this.#pace.isDue(totals, performance.now())) doBeside(() => this.#drawDays(totals));
  }

  /** All records that will come are there. */
  settled(totals: Totals): void {
    if (totals === this.#loaded) return;
    this.#loaded = totals;
    this.#findings = undefined;
    this.#events.onNotes(() => '');
    this.#brush.follow();
    this.totals.show(totals, totals);
    doBeside(() => this.#drawDays(totals));
    this.#answer();
    this.#find();
  }

  /**
   * @param vehicle its number
   * @param nominal in the unit of the energies; undefined: not known
   */
  setNominal(vehicle: number, nominal: number | undefined): void {
    this.#nominals[vehicle] = nominal;
    if (!this.#loaded) return;
    this.#find();
    this.#showResults();
  }

  /** Times are written by another zone's clock, and days told apart by its calendar; energies have another unit. */
  reformat(): void {
    if (this.#loaded) this.#answer();
  }

  /** True if a chart is on screen. */
  get chartShown(): boolean {
    return !this.#panel.folded && this.#panel.chart !== undefined;
  }

  /** Leaves of all that is worked out only the tabs, so that the table has the room. */
  set folded(folded: boolean) {
    this.#panel.folded = folded;
    if (!folded) this.#drawChart();
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

  /** How many records stand out, as far as that is known. */
  get findings(): number {
    return this.#findings?.records ?? 0;
  }

  nextFinding(): void {
    const findings = this.#findings;
    if (!findings) return;
    this.#events.goToNext((row) => findings.kindsOf(row).map((kind) => fieldOf(this.#view.store, row, kind))[0]);
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
    const id = this.chartShown ? this.#panel.chart : undefined;
    const canvas = id && this.#charts.image(id);
    if (!id || !canvas) return undefined;
    const title = [this.#panel.title, ...(this.#compared ? [this.#compared.names.join(', ')] : [])].join(' · ');
    return { name: id, png: pngOf(canvas, title, this.#charts.key(id)) };
  }

  #answer(): void {
    const { store, mask } = this.#view;
    const without = this.#brush.chart && this.#view.maskWithout('chosen');
    this.#answering.run(resultsOf(store, mask, without, this.#formats.zone), (results) => {
      this.#results = results;
      this.#showResults();
    });
  }

  #find(): void {
    const { store } = this.#view;
    const nominals = [...this.#nominals];
    this.#finding.run(findingsOf(store, nominals), (findings) => {
      this.#findings = findings;
      this.#events.onNotes(notesOf(store, findings, this.#texts, nominals));
      const { countedTab, findings: name } = this.#strings;
      const count = this.#formats.count(findings.records);
      this.#panel.nameFindings(findings.records > 0 ? fill(countedTab, name, count) : name);
      this.#showResults();
    });
  }

  #showResults(): void {
    const loaded = this.#loaded;
    if (!loaded || !this.#results) return;
    const { shown } = this.#results;
    this.totals.show(shown.totals, loaded);
    this.#answers.show(shown, this.#nominals[0]);
    this.#compared?.view.show(shown.vehicles, shown, this.#nominals);
    if (this.#findings) {
      const { store, mask } = this.#view;
      this.#findingsView.show(store, this.#findings, mask, this.#nominals);
    }
    this.#drawChart();
  }

  /** Draws the chart that is shown: around its own brush all that it could choose from. */
  #drawChart(): void {
    const id = this.#panel.chart;
    if (!id || !this.#results) return;
    const own = this.#brush.chart === id;
    const { totals, capacity, vehicles } = own ? this.#results.around : this.#results.shown;
    const { store, mask } = this.#view;
    this.#charts.show(id, {
      store,
      mask: own ? this.#results.aroundMask : mask,
      days: totals.days,
      vehicleDays: vehicles.map((each) => each.totals.days),
      nominals: this.#nominals,
      implied: this.#compared ? undefined : capacity,
    });
  }

  #drawDays({ days }: Totals): void {
    const { store } = this.#view;
    // Days of each vehicle are told apart when all records are there.
    if (this.#compared) return;
    const nominals = this.#nominals;
    this.#charts.show('energy', { store, mask: undefined, days, vehicleDays: [], nominals, implied: undefined });
  }

  #changedTab(): void {
    // Who chooses a tab wants to see it.
    if (this.#panel.folded) this.#events.onFold();
    this.#panel.point('');
    this.#showKey();
    this.#drawChart();
    this.#events.onTab();
  }

  #showKey(): void {
    const id = this.#panel.chart;
    this.#panel.showKey(id ? this.#charts.key(id) : []);
  }

  /** The brush may have been taken away from elsewhere. */
  #filtered(): void {
    this.#brush.follow();
    if (this.#loaded) this.#answer();
  }
}
