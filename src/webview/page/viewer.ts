import type {
  ChargeRecordsTarget,
  InitMessage,
  SettingsMessage,
  StartMessage,
  ToHost,
  ToWebview,
} from '../../records/protocol/messages.ts';
import { Analysis, type AnalysisEvents } from '../analysis/analysis.ts';
import { Cells } from '../grid/cells.ts';
import { type Compared, comparedOf } from '../summary/comparison.ts';
import { element } from '../base/dom.ts';
import { FoldedParts } from './collapsed-sections.ts';
import { Formats } from '../formats/formats.ts';
import { Header } from '../header/header.ts';
import { keepFocus } from '../base/restore-focus.ts';
import { KeptPage, type StateKeeper } from './page-persistence.ts';
import { LoadStory } from './load-status.ts';
import { Loading } from './loading.ts';
import { runPageCommand } from './page-commands.ts';
import { Picks } from '../base/picks.ts';
import { RecordsTable } from '../table/table.ts';
import { rowBits } from '../data/row-bits.ts';
import { ToldShowing } from './context-keys.ts';
import { ViewModel } from '../rows/view-model.ts';
import type { FoldedPart } from './page-state.ts';
import { readZone } from '../formats/zone.ts';

/** What the page needs of VS Code. */
export interface ViewerHost extends StateKeeper {
  send(message: ToHost): void;
}

/** The whole page, for one target. */
export class Viewer {
  readonly #host: ViewerHost;
  readonly #strings: InitMessage['strings'];
  readonly #formats: Formats;
  #target: ChargeRecordsTarget;
  readonly #header: Header;
  readonly #analysis: Analysis;
  readonly #table: RecordsTable;
  readonly #story: LoadStory;
  readonly #loading: Loading;
  readonly #folded: FoldedParts;
  /** Names of the vehicles and their table; undefined where there is only one. */
  readonly #compared: Compared | undefined;
  /** What of the records is seen, and in which order. */
  readonly #view: ViewModel;
  readonly #picks: Picks;
  readonly #kept: KeptPage;
  readonly #showing: ToldShowing;
  /** Another page has taken this one's place. */
  readonly #left = new AbortController();

  constructor(init: InitMessage, host: ViewerHost) {
    const { strings, target, language, energyUnit } = init;
    const send = (message: ToHost) => host.send(message);
    this.#host = host;
    this.#strings = strings;
    this.#target = target;
    this.#formats = new Formats(language, energyUnit);
    const formats = this.#formats;
    this.#compared = comparedOf(target, strings, formats, send);
    this.#showing = new ToldShowing(send);
    this.#picks = new Picks(send);
    this.#view = new ViewModel(language);
    this.#header = new Header(strings, formats, target, {
      onReload: () => send({ type: 'reload' }),
      onRange: (range) => send({ type: 'range', ...range }),
      onCancel: () => send({ type: 'cancel' }),
      onFold: () => this.#fold('range'),
    });
    const cells = new Cells(strings, formats);
    this.#analysis = new Analysis(strings, formats, this.#view, this.#analysisEvents(cells), this.#compared);
    this.#table = new RecordsTable({
      ...{ strings, formats, cells, view: this.#view, send },
      several: this.#compared !== undefined,
      openRecord: (row) => this.#openRecord(row),
      onFormats: () => this.#analysis.reformat(),
      offer: (title, choices) => this.#picks.offer(title, choices),
      onState: () => this.#kept.save(),
      onPlace: () => this.#kept.moved(),
      onShowing: () => this.#tellShowing(),
    });
    this.#folded = new FoldedParts(this.#header, this.#analysis);
    this.#story = new LoadStory({ strings, formats, header: this.#header, grid: this.#table.grid.element, send });
    this.#loading = new Loading({
      ...{ header: this.#header, story: this.#story, view: this.#view, analysis: this.#analysis, table: this.#table },
      compared: this.#compared,
      zone: () => formats.zone,
      onShown: () => this.#tellShowing(),
      onComplete: () => {
        this.#kept.restorePlace();
        this.#kept.save();
      },
    });
    this.#kept = new KeptPage({
      ...{ keeper: host, table: this.#table, analysis: this.#analysis, folded: this.#folded },
      ...{ several: this.#compared !== undefined, target: () => this.#shownTarget },
      loading: this.#loading,
    });
    formats.zone = readZone(init.timeZone) ?? 'local';
    this.#kept.restore(init.layout);
    this.#tellShowing();
  }

  #analysisEvents(cells: Cells): AnalysisEvents {
    return {
      onTab: () => {
        this.#tellShowing();
        this.#kept.save();
      },
      onFold: () => this.#fold('charts'),
      onPulled: () => this.#kept.save(),
      onNextMarked: () => this.#table.goToNextMarked(),
      onRecord: (row) => {
        this.#table.goTo(row);
        this.#openRecord(row);
      },
      goToNext: (wanted) => this.#table.grid.goToNext(wanted),
      onNotes: (notes) => {
        cells.notes = notes;
        this.#table.rewrite();
        this.#tellShowing();
      },
    };
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
    keepFocus((before) => this.#takeFocus(before), this.#left.signal);
    this.#kept.save();
    this.#table.grid.restyle();
    this.#analysis.prepare();
  }

  /** Leaves its place to another page: it takes no focus and saves nothing any more. */
  leave(): void {
    this.#left.abort();
    this.#kept.end();
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

  /** Whether it has heard this before: the host tells some of it ahead, and again when the page is ready. */
  knows(message: ToWebview): boolean {
    return this.#loading.knows(message);
  }

  receive(message: Exclude<ToWebview, InitMessage>): void {
    if (message.type === 'command') this.#run(message);
    else if (message.type === 'zone') this.#table.chooseZone(readZone(message.zone) ?? 'local');
    else if (message.type === 'picked') this.#picks.picked(message.pick, message.item);
    else if (message.type === 'settings') this.#follow(message);
    else if (message.type === 'start') this.#start(message);
    else if (message.type === 'capacity') this.#analysis.setNominal(message.vehicle ?? 0, message.nominal);
    else this.#loading.receive(message);
  }

  #run(command: Extract<ToWebview, { type: 'command' }>): void {
    runPageCommand(command, {
      ...{ strings: this.#strings, header: this.#header, analysis: this.#analysis, table: this.#table },
      picks: this.#picks,
      send: (message) => this.#host.send(message),
      saveRecords: (format) => this.#saveRecords(format),
      saveChart: () => this.#saveChart(),
      chooseRange: () => this.#chooseRange(),
      fold: (part) => this.#fold(part),
    });
  }

  /** What passes the filters, of the records that are complete or else of those that arrive. */
  #saveRecords(format: 'csv' | 'json' | 'ndjson'): void {
    const { mask } = this.#view;
    this.#host.send({ type: 'export', load: this.#loading.shownLoad, format, rows: mask && rowBits(mask) });
  }

  #openRecord(row: number): void {
    this.#host.send({ type: 'openRecord', load: this.#loading.shownLoad, row });
  }

  #saveChart(): void {
    const image = this.#analysis.image();
    if (image) this.#host.send({ type: 'image', chart: image.name, png: image.png });
    else this.#table.say(this.#strings.noChart);
  }

  #chooseRange(): void {
    if (this.#folded.has('range')) this.#fold('range');
    this.#header.focusRange();
  }

  /** Hides a part of the page that takes room from the table, or shows it again. */
  #fold(part: FoldedPart): void {
    this.#folded.toggle(part);
    this.#tellShowing();
    this.#kept.save();
  }

  #follow({ energyUnit, timeZone }: SettingsMessage): void {
    this.#formats.energyUnit = energyUnit;
    this.#table.follow(readZone(timeZone) ?? 'local');
    this.#header.refreshAge();
  }

  /** Commands depend on it. */
  #tellShowing(): void {
    this.#showing.tell({
      chart: this.#analysis.chartShown && this.#loading.shown.store.rows > 0,
      loading: this.#story.state === 'loading',
      marked: this.#loading.shown.totals.marked > 0,
      findings: this.#analysis.findings > 0,
      unknown: this.#loading.shown.totals.unknownFields.size > 0,
      ...this.#table.showing,
    });
  }

  /** Whose records are on screen, and of which days: others that are asked for may not come. */
  get #shownTarget(): ChargeRecordsTarget {
    const { loaded, days } = this.#loading;
    return loaded === undefined ? this.#target : { ...this.#target, startDate: undefined, endDate: undefined, ...days };
  }

  #start(message: StartMessage): void {
    const { startDate, endDate } = message;
    this.#target = { ...this.#target, startDate, endDate };
    this.#loading.start(message);
    this.#kept.save();
  }
}
