import type { ViewerStrings } from '../records/protocol.ts';
import type { Field } from '../service/columns.ts';
import { type Answers, answersOf } from './answers.ts';
import { AnswersView } from './answers-view.ts';
import { type ChartId, chartIds } from './chart-common.ts';
import { pngOf } from './chart-image.ts';
import { fetchCharts } from './chart-script.ts';
import { ChartSet } from './chart-set.ts';
import type { ColumnStore } from './column-store.ts';
import { element, setText } from './dom.ts';
import { type Findings, findingsOf } from './findings.ts';
import { FindingTexts, FindingsView, notesOf } from './findings-view.ts';
import type { ChosenRows } from './filters.ts';
import type { Formats } from './formats.ts';
import { type Sliced, Slices, paces } from './slices.ts';
import { fill } from './text.ts';
import { Tabs } from './tabs.ts';
import type { Totals } from './totals.ts';
import type { VehiclesView } from './vehicles-view.ts';
import type { Zone } from './zone.ts';
import { TotalsView } from './totals-view.ts';
import type { ViewModel } from './view-model.ts';

/** While records arrive, the chart is drawn anew at most this often, in milliseconds. */
const chartStep = 250;

type TabId = ChartId | 'answers' | 'findings';

export interface AnalysisEvents {
  /** Another tab is shown. */
  readonly onTab: () => void;
  /** What is below the tabs is to be hidden, or shown again. */
  readonly onFold: () => void;
  readonly onNextMarked: () => void;
  readonly goTo: (row: number, field: Field) => void;
  /** What is to be marked in the table has changed. */
  readonly onNotes: (notes: (row: number, field: Field) => string) => void;
}

/** Answers for what is shown, and for the chart whose brush chose it, the days as they were without the brush. */
interface Results {
  readonly shown: Answers;
  readonly around: Answers;
  /** The rows that `around` is of; undefined: all. */
  readonly aroundMask: Uint8Array | undefined;
}

/** @param without the mask without the brush; undefined: there is none */
function* resultsOf(
  store: ColumnStore,
  mask: Uint8Array | undefined,
  without: Sliced<Uint8Array | undefined> | undefined,
  zone: Zone,
): Sliced<Results> {
  const shown = yield* answersOf(store, mask, zone);
  if (!without) return { shown, around: shown, aroundMask: mask };
  const aroundMask = yield* without;
  return { shown, around: yield* answersOf(store, aroundMask, zone), aroundMask };
}

/** Several vehicles: their names, and the table that shows them side by side. */
export interface Compared {
  readonly names: readonly string[];
  readonly view: VehiclesView;
}

/** Everything above the table that is worked out from the records: totals, charts, answers, what stands out. */
export class Analysis {
  readonly totals: TotalsView;
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #events: AnalysisEvents;
  readonly #texts: FindingTexts;
  readonly #view: ViewModel;
  readonly #formats: Formats;
  readonly #compared: Compared | undefined;
  readonly #charts: ChartSet;
  readonly #answers: AnswersView;
  readonly #findingsView: FindingsView;
  readonly #tabs: Tabs<TabId>;
  readonly #fold = element('button', { type: 'button', class: 'fold', id: 'fold', 'aria-controls': 'analysis' });
  readonly #pointed = element('span', { class: 'pointed' });
  readonly #key = element('span', { class: 'keys' });
  readonly #answering = new Slices(paces.beside);
  readonly #finding = new Slices(paces.beside);
  /** By the vehicle's number. */
  readonly #nominals: (number | undefined)[] = [];
  #loaded: Totals | undefined;
  #results: Results | undefined;
  #findings: Findings | undefined;
  /** The chart whose brush chose rows, and what it chose. */
  #brush: { readonly chart: ChartId; readonly chosen: ChosenRows } | undefined;
  #drawn = 0;
  #folded = false;

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
      onBrush: (chosen: ChosenRows | undefined) => this.#brushed(chart, chosen),
      onPoint: (text: string) => setText(this.#pointed, text),
    });
    this.#charts = new ChartSet(fetchCharts, host, () => this.#showKey());
    this.#answers = new AnswersView(strings, formats, compared !== undefined);
    this.#findingsView = new FindingsView(strings, formats, events.goTo);
    const chart = (id: ChartId, label: string) => ({ id, label, panel: this.#charts.panels[id] });
    const panel = (content: HTMLElement) => element('div', { class: 'panel' }, content);
    const answers = panel(this.#answers.element);
    const findings = panel(this.#findingsView.element);
    this.#tabs = new Tabs<TabId>(
      strings.charts,
      [
        chart('energy', strings.energyPerDay),
        chart('levels', strings.levels),
        chart('week', strings.week),
        chart('gain', strings.energyByGain),
        { id: 'answers', label: strings.answers, panel: answers },
        { id: 'findings', label: strings.findings, panel: findings },
      ],
      () => this.#changedTab(),
    );
    this.element = element(
      'section',
      { class: 'chart', 'aria-label': strings.charts },
      element('header', {}, this.#tabs.list, this.#fold),
      element(
        'div',
        { id: 'analysis' },
        ...Object.values(this.#charts.panels),
        answers,
        findings,
        element('footer', {}, this.#key, this.#pointed),
      ),
    );
    this.#fold.addEventListener('click', events.onFold);
    this.folded = false;
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#brush) view.changeFilters({ chosen: undefined });
    });
    view.onDidChange((change) => {
      if (change === 'filters') this.#filtered();
      // What passes of many rows is known after they are shown.
      else if (change === 'rows' && this.#loaded) this.#answer();
    });
    this.#showKey();
  }

  /** Records are arriving: totals so far, and now and then the days. */
  arriving(totals: Totals): void {
    this.#answering.cancel();
    this.#finding.cancel();
    this.#results = undefined;
    this.#loaded = undefined;
    this.totals.show(totals, totals);
    const now = performance.now();
    if (this.#drawn !== 0 && now - this.#drawn <= chartStep) return;
    this.#drawn = now;
    // After the rows are on screen: the first of them is what one waits for.
    requestAnimationFrame(() => setTimeout(() => this.#drawDays(totals)));
  }

  /** All records that will come are there. */
  settled(totals: Totals): void {
    if (totals === this.#loaded) return;
    this.#loaded = totals;
    this.#findings = undefined;
    this.#events.onNotes(() => '');
    this.#forgetBrush();
    this.#drawn = 0;
    this.totals.show(totals, totals);
    requestAnimationFrame(() => setTimeout(() => this.#drawDays(totals)));
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

  /** Times are written by another zone's clock, and days told apart by its calendar. */
  rezone(): void {
    if (this.#loaded) this.#answer();
  }

  /** True if a chart is on screen. */
  get chartShown(): boolean {
    return !this.#folded && this.#chartShown() !== undefined;
  }

  /** Leaves of all that is worked out only the tabs, so that the table has the room. */
  set folded(folded: boolean) {
    this.#folded = folded;
    this.element.classList.toggle('folded', folded);
    const { showCharts, hideCharts } = this.#strings;
    this.#fold.setAttribute('aria-expanded', String(!folded));
    this.#fold.setAttribute('aria-label', folded ? showCharts : hideCharts);
    this.#fold.title = folded ? showCharts : hideCharts;
    if (!folded) this.#drawChart();
  }

  get tab(): string {
    return this.#tabs.selected;
  }

  /** Shows a tab that was kept, if there is one of this name. */
  set tab(name: string) {
    this.#tabs.selectNamed(name);
    this.#showKey();
    this.#drawChart();
  }

  /** Shows the next tab. */
  nextTab(): void {
    this.#tabs.next();
  }

  recolour(): void {
    this.#charts.recolour();
  }

  /** The chart on screen as base64 of a PNG, with its name; undefined if no chart is on screen. */
  image(): { readonly name: string; readonly png: string } | undefined {
    const id = this.chartShown ? this.#chartShown() : undefined;
    const canvas = id && this.#charts.image(id);
    if (!id || !canvas) return undefined;
    const title = this.element.querySelector(`#tab-${id}`)?.textContent ?? '';
    const names = this.#compared?.names.join(', ');
    return { name: id, png: pngOf(canvas, names === undefined ? title : `${title} · ${names}`, this.#charts.key(id)) };
  }

  #chartShown(): ChartId | undefined {
    return chartIds.find((id) => id === this.#tabs.selected);
  }

  #answer(): void {
    const { store, mask } = this.#view;
    const without = this.#brush && this.#view.maskWithout('chosen');
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
      const count =
        findings.records > 0
          ? fill(this.#strings.countedTab, this.#strings.findings, this.#formats.count(findings.records))
          : '';
      this.#tabs.setLabel('findings', count === '' ? this.#strings.findings : count);
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
    const id = this.#chartShown();
    if (!id || !this.#results) return;
    const own = this.#brush?.chart === id;
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
    this.#charts.show('energy', { store, mask: undefined, days, vehicleDays: [], nominals: [], implied: undefined });
  }

  #changedTab(): void {
    // Who chooses a tab wants to see it.
    if (this.#folded) this.#events.onFold();
    setText(this.#pointed, '');
    this.#showKey();
    this.#drawChart();
    this.#events.onTab();
  }

  #showKey(): void {
    const id = this.#chartShown();
    this.#key.replaceChildren(...(id ? this.#charts.key(id) : []));
  }

  #brushed(chart: ChartId, chosen: ChosenRows | undefined): void {
    if (!this.#loaded || (!chosen && this.#brush?.chart !== chart)) return;
    if (this.#brush && this.#brush.chart !== chart) this.#charts.clearBrush(this.#brush.chart);
    this.#brush = chosen && { chart, chosen };
    this.#view.changeFilters({ chosen });
  }

  /** The brush may have been taken away from elsewhere. */
  #filtered(): void {
    this.#forgetBrush();
    if (this.#loaded) this.#answer();
  }

  #forgetBrush(): void {
    const { chosen } = this.#view.filters;
    if (this.#brush && chosen !== this.#brush.chosen) {
      this.#charts.clearBrush(this.#brush.chart);
      this.#brush = undefined;
    }
  }
}
