import type {
  ChargeRecordsTarget,
  DoneMessage,
  FailedMessage,
  InitMessage,
  SavedState,
  SettingsMessage,
  StartMessage,
  ToHost,
  ToWebview,
} from '../records/protocol.ts';
import { Analysis, type AnalysisEvents } from './analysis.ts';
import { Arrivals } from './arrivals.ts';
import { Cells } from './cells.ts';
import { type Compared, comparedOf } from './compared.ts';
import { element } from './dom.ts';
import { Formats } from './formats.ts';
import { Header } from './header.ts';
import { keepFocus } from './kept-focus.ts';
import { readLayout } from './layout.ts';
import { LoadStory } from './load-story.ts';
import { type PageActions, runPageCommand } from './page-commands.ts';
import { Picks } from './picks.ts';
import { RecordParts } from './record-parts.ts';
import { RecordsTable } from './table.ts';
import { rowBits } from './row-bits.ts';
import { ToldShowing } from './told-showing.ts';
import { sameVehicles } from './vehicle-names.ts';
import { ViewModel } from './view-model.ts';
import { type FoldedPart, noViewState, readPage, readViewState } from './view-state.ts';
import { readZone } from './zone.ts';

/** While records arrive, the page shows them at most this often, in milliseconds. */
const arrivalStep = 150;

/** A page that is narrower, in pixels, hides the form that asks for days until somebody shows it. */
const formWidth = 700;

/** What the page needs of VS Code. */
export interface ViewerHost {
  send(message: ToHost): void;
  saved(): SavedState | undefined;
  save(state: SavedState): void;
}

/** The whole page, for one target. Earlier records stay on screen until newer ones are complete. */
export class Viewer {
  readonly #host: ViewerHost;
  readonly #strings: InitMessage['strings'];
  readonly #formats: Formats;
  #target: ChargeRecordsTarget;
  readonly #header: Header;
  readonly #analysis: Analysis;
  readonly #table: RecordsTable;
  readonly #story: LoadStory;
  /** What is on screen only with records. */
  readonly #parts: RecordParts;
  /** Names of the vehicles and their table; undefined where there is only one. */
  readonly #compared: Compared | undefined;
  /** What of the records is seen, and in which order. */
  readonly #view: ViewModel;
  readonly #records: Arrivals;
  readonly #actions: PageActions;
  readonly #picks: Picks;
  #framed = false;
  #restoreTop: number | undefined;
  readonly #folded = new Set<FoldedPart>();
  readonly #showing: ToldShowing;

  constructor(init: InitMessage, host: ViewerHost) {
    const { strings, target, language, energyUnit } = init;
    this.#host = host;
    this.#strings = strings;
    this.#target = target;
    this.#formats = new Formats(language, energyUnit);
    this.#compared = comparedOf(target, strings, this.#formats, (message) => host.send(message));
    this.#showing = new ToldShowing((message) => host.send(message));
    this.#picks = new Picks((message) => host.send(message));
    this.#records = new Arrivals(this.#compared?.names, () => this.#formats.zone);
    this.#view = new ViewModel(language);
    this.#header = new Header(strings, this.#formats, target, {
      onReload: () => host.send({ type: 'reload' }),
      onRange: (range) => host.send({ type: 'range', ...range }),
      onCancel: () => host.send({ type: 'cancel' }),
      onFold: () => this.#fold('range'),
    });
    const cells = new Cells(strings, this.#formats);
    const events: AnalysisEvents = {
      onTab: () => {
        this.#tellShowing();
        this.#save();
      },
      onFold: () => this.#fold('charts'),
      onPulled: () => this.#save(),
      onNextMarked: () => this.#table.goToNextMarked(),
      goToNext: (wanted) => this.#table.grid.goToNext(wanted),
      onNotes: (notes) => {
        cells.notes = notes;
        this.#table.rewrite();
        this.#tellShowing();
      },
    };
    this.#analysis = new Analysis(strings, this.#formats, this.#view, events, this.#compared);
    this.#table = new RecordsTable({
      strings,
      formats: this.#formats,
      cells,
      view: this.#view,
      several: this.#compared !== undefined,
      onFormats: () => this.#analysis.reformat(),
      send: (message) => host.send(message),
      offer: (title, choices) => this.#picks.offer(title, choices),
      onState: () => this.#save(),
      onShowing: () => this.#tellShowing(),
    });
    this.#parts = new RecordParts([this.#analysis.totals.element, this.#analysis.element, ...this.#table.controls]);
    this.#story = new LoadStory({
      ...{ strings, formats: this.#formats, header: this.#header, grid: this.#table.grid.element },
      send: (message) => host.send(message),
    });
    this.#actions = {
      saveRecords: (format) => this.#saveRecords(format),
      saveChart: () => this.#saveChart(),
      reload: () => host.send({ type: 'reload' }),
      cancel: () => host.send({ type: 'cancel' }),
      chooseRange: () => {
        if (this.#folded.has('range')) this.#fold('range');
        this.#header.focusRange();
      },
      pickDays: () => this.#picks.offer(strings.rangeToggle, this.#header.ranges),
      toggleRange: () => this.#fold('range'),
      toggleCharts: () => this.#fold('charts'),
      stepChart: (by) => this.#analysis.commands.step(by),
      pickChart: () => this.#picks.offer(strings.charts, this.#analysis.commands.tabs),
      pickAnswersOrder: () => this.#picks.offer(strings.answersOrder, this.#analysis.commands.orders),
      stretchCharts: (step) => this.#analysis.commands.stretch(step),
      fitCharts: () => this.#analysis.commands.fit(),
      nextFinding: () => this.#analysis.nextFinding(),
      clearBrush: () => this.#analysis.endBrush(),
      table: (message) => this.#table.run(message),
    };
    this.#restore(init);
    this.#view.onDidChange(() => this.#showCount());
  }

  /** Takes the page's place. */
  attach(body: HTMLElement): void {
    const main = element(
      'main',
      {},
      this.#header.element,
      this.#story.notice.element,
      this.#story.empty.element,
      ...(this.#compared ? [this.#compared.view.element] : []),
      this.#analysis.totals.element,
      this.#analysis.element,
      this.#table.element,
    );
    body.replaceChildren(this.#story.progress.element, main);
    body.classList.toggle('several', this.#compared !== undefined);
    keepFocus((before) => this.#takeFocus(before));
    this.#save();
    this.#table.grid.restyle();
    this.#analysis.prepare();
  }

  /** A cell may stand for another record by now, and what is gone or hidden can't have the focus. */
  #takeFocus(before: HTMLElement): void {
    const { grid } = this.#table;
    if (!grid.element.contains(before)) before.focus({ preventScroll: true });
    if (document.activeElement === document.body) grid.takeFocus();
  }

  /** To be called when the theme has changed. */
  restyle(): void {
    this.#analysis.recolour();
    this.#table.grid.restyle();
  }

  /** True if the key was one of the page's as a whole. */
  onKey(event: KeyboardEvent): boolean {
    return this.#table.onKey(event);
  }

  refreshAge(): void {
    this.#header.refreshAge();
  }

  receive(message: Exclude<ToWebview, InitMessage>): void {
    if (message.type === 'command') runPageCommand(message, this.#actions);
    else if (message.type === 'zone') this.#table.chooseZone(readZone(message.zone) ?? 'local');
    else if (message.type === 'picked') this.#picks.picked(message.pick, message.item);
    else if (message.type === 'settings') this.#follow(message);
    else if (message.type === 'start') this.#start(message);
    else if (message.type === 'capacity') this.#analysis.setNominal(message.vehicle ?? 0, message.nominal);
    // What belongs to another load is late.
    else if (message.load !== this.#records.load) return;
    else if (message.type === 'batch') this.#add(message);
    else if (message.type === 'part') this.#compared?.view.ended(message.vehicle, message.failure);
    else if (message.type === 'done') this.#finish(message);
    else this.#fail(message);
  }

  /** What passes the filters, of the records that are complete or else of those that arrive. */
  #saveRecords(format: 'csv' | 'json' | 'ndjson'): void {
    const { mask } = this.#view;
    const load = this.#records.done?.load ?? this.#records.load;
    this.#host.send({ type: 'export', load, format, rows: mask && rowBits(mask) });
  }

  #saveChart(): void {
    const image = this.#analysis.image();
    if (image) this.#host.send({ type: 'image', chart: image.name, png: image.png });
    else this.#table.say(this.#strings.noChart);
  }

  /** Hides a part of the page that takes room from the table, or shows it again. */
  #fold(part: FoldedPart): void {
    if (!this.#folded.delete(part)) this.#folded.add(part);
    this.#showFolded();
    this.#save();
  }

  #showFolded(): void {
    this.#header.fold(this.#folded.has('range'));
    this.#analysis.folded = this.#folded.has('charts');
    this.#tellShowing();
  }

  #follow({ energyUnit, timeZone }: SettingsMessage): void {
    this.#formats.energyUnit = energyUnit;
    this.#table.follow(readZone(timeZone) ?? 'local');
    this.#header.refreshAge();
  }

  /** Commands depend on it. */
  #tellShowing(): void {
    this.#showing.tell({
      chart: this.#analysis.chartShown,
      loading: this.#story.state === 'loading',
      marked: this.#records.shown.totals.marked > 0,
      findings: this.#analysis.findings > 0,
      ...this.#table.showing,
    });
  }

  #start({ load, startDate, endDate }: StartMessage): void {
    this.#target = { ...this.#target, startDate, endDate };
    this.#save();
    this.#records.start(load);
    this.#compared?.view.started();
    this.#story.begin(this.#target, this.#records.done !== undefined);
    this.#update();
  }

  #add({ batch, vehicle }: Extract<ToWebview, { type: 'batch' }>): void {
    const soFar = this.#records.add(batch, vehicle);
    if (vehicle !== undefined) this.#compared?.view.loading(vehicle, soFar);
    if (this.#framed) return;
    this.#framed = true;
    // The first records at once; after that, frames would only take time from the records that are to come.
    const frame = () => requestAnimationFrame(() => this.#showSoFar());
    if (this.#records.arriving.store.rows === batch.rows) frame();
    else setTimeout(frame, arrivalStep);
  }

  #showSoFar(): void {
    this.#framed = false;
    if (this.#story.state !== 'loading') return;
    this.#story.goOn(this.#records.arriving.store.rows);
    this.#update();
  }

  #finish(done: DoneMessage): void {
    this.#records.finish(done);
    this.#story.complete(done, this.#target, this.#records.shown.store.rows);
    this.#update();
    if (this.#restoreTop !== undefined) this.#table.grid.top = this.#restoreTop;
    this.#restoreTop = undefined;
    this.#compared?.view.settled();
  }

  #fail(failed: FailedMessage): void {
    this.#compared?.view.stopped();
    this.#story.fail(failed, this.#records);
    this.#update();
  }

  #showCount(): void {
    const { rows } = this.#records.shown.store;
    if (this.#story.state === 'ready') this.#header.showCount(rows, this.#view.count);
  }

  /** Brings what is shown on screen. */
  #update(): void {
    const { store, totals } = this.#records.shown;
    const settled = this.#records.done !== undefined || this.#story.state === 'error';
    this.#parts.show(store.rows > 0, settled);
    this.#view.setStore(store, settled);
    if (settled) this.#analysis.settled(totals);
    else this.#analysis.arriving(totals);
    this.#header.showContract(totals.marked, totals.unknownFields.size);
    this.#table.marked = totals.marked;
    this.#tellShowing();
  }

  #restore({ layout, timeZone }: InitMessage): void {
    this.#formats.zone = readZone(timeZone) ?? 'local';
    const saved = this.#host.saved();
    const several = this.#compared !== undefined;
    if (!saved || !sameVehicles(saved.target, this.#target)) {
      if (innerWidth < formWidth) this.#folded.add('range');
      this.#showFolded();
      this.#table.restore({ ...noViewState(several), layout: readLayout(layout, several) });
      return;
    }
    this.#restoreTop = saved.top;
    this.#table.restore(readViewState(saved.view, several));
    const { folded, tab, height } = readPage(saved.view);
    this.#analysis.height = height;
    for (const part of folded) this.#folded.add(part);
    if (tab !== undefined) this.#analysis.tab = tab;
    this.#showFolded();
  }

  #save(): void {
    const top = this.#restoreTop ?? this.#table.grid.top;
    const { tab, height } = this.#analysis;
    const page = { folded: [...this.#folded], tab, height };
    this.#host.save({ target: this.#target, view: { ...this.#table.state, ...page }, top });
  }
}
