import { t } from '../../common/translate.ts';
import type { ExportFormat } from '../messages/export-format.ts';
import type { ChargeRecordsTarget } from '../messages/target.ts';
import { type HandlersOf, type MessageOf, dispatch } from '../messages/message-map.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { PageMessage, PagePayloads, ToPage } from '../messages/to-page.ts';
import { Analysis, type AnalysisEvents } from '../analysis/analysis.ts';
import { ChartRoom } from '../analysis/chart-room.ts';
import { CellTexts } from '../grid/cell-texts.ts';
import { ComparisonView, differenceNames, onlyDifferences } from '../summary/comparison-view.ts';
import { sourceNames } from '../summary/vehicle-names.ts';
import { VehiclesView } from '../summary/vehicles-view.ts';
import type { Choice } from '../base/choice.ts';
import { element } from '../base/dom.ts';
import type { HostClient } from '../base/host-client.ts';
import { Formats } from '../formats/formats.ts';
import { Header } from '../header/header.ts';
import { restoreFocus } from '../base/restore-focus.ts';
import { fileDrop } from './file-drop.ts';
import { PagePersistence, type StateStore } from './page-persistence.ts';
import { LoadStatus } from './load-status.ts';
import { Loading } from './loading.ts';
import { pageCommands } from './page-commands.ts';
import { RecordsTable } from '../table/table.ts';
import { rowBits } from '../data/row-bits.ts';
import { ContextKeys } from './context-keys.ts';
import { ViewModel } from '../rows/view-model.ts';
import { readZone } from '../formats/zone.ts';

/** The messages that a viewer handles; the others concern the page as a whole. */
type ViewerPayloads = Omit<PagePayloads, 'init' | 'answer'>;

/** The whole page, for one target. */
export class Viewer {
  readonly #host: HostClient;
  readonly #formats: Formats;
  #target: ChargeRecordsTarget;
  readonly #header: Header;
  readonly #analysis: Analysis;
  readonly #chartRoom: ChartRoom;
  readonly #table: RecordsTable;
  readonly #status: LoadStatus;
  readonly #loading: Loading;
  /** Undefined if there is only one vehicle. */
  readonly #vehicles: VehiclesView | undefined;
  /** Undefined unless records are compared. */
  readonly #comparison: ComparisonView | undefined;
  /** Which records are shown, and in which order. */
  readonly #view: ViewModel;
  readonly #persistence: PagePersistence;
  readonly #contextKeys: ContextKeys;
  /** Whether versions are compared, and their fields are shown. */
  #hasFields = false;
  readonly #handlers: HandlersOf<ViewerPayloads>;
  /** Aborted when another viewer replaces this one. */
  readonly #left = new AbortController();

  constructor(init: PageMessage<'init'>, host: HostClient, store: StateStore) {
    const { target, language, energyUnit } = init;
    const send = (message: HostMessage) => host.send(message);
    this.#host = host;
    this.#target = target;
    this.#formats = new Formats(language, energyUnit);
    const formats = this.#formats;
    formats.zone = readZone(init.timeZone) ?? 'local';
    const names = sourceNames(target);
    const several = names.length > 1 ? ('vehicle' as const) : undefined;
    const first = target.compares ? 'difference' : several;
    const differences = target.compares ? differenceNames(names) : undefined;
    this.#vehicles = several && new VehiclesView(formats, names, send);
    this.#contextKeys = new ContextKeys(send);
    this.#view = new ViewModel(language);
    this.#comparison = differences && new ComparisonView(formats, this.#view, differences);
    this.#header = new Header(formats, target, {
      onReload: () => this.#reload(),
      onRange: (range) => send({ type: 'range', ...range }),
      onCancel: () => send({ type: 'cancel' }),
    });
    const cells = new CellTexts(formats);
    this.#analysis = new Analysis(formats, this.#view, this.#analysisEvents(cells), this.#vehicles);
    this.#chartRoom = new ChartRoom(this.#analysis, () => this.#sendContext(), this.#left.signal);
    this.#table = new RecordsTable({
      ...{ formats, cells, view: this.#view, host },
      first,
      openRecord: (row) => this.#openRecord(row),
      onFormats: () => this.#analysis.reformat(),
      offer: (title, choices) => void this.#offer(title, choices),
      onState: () => this.#persistence.save(),
      onPlace: () => this.#persistence.moved(),
      onContext: () => this.#sendContext(),
    });
    this.#status = new LoadStatus({
      ...{ formats, header: this.#header, grid: this.#table.grid.element, send },
      ofDays: target.file === undefined,
      chooseRange: () => this.#header.chooseRange(),
      simulates: init.simulates === true,
    });
    this.#loading = new Loading({
      ...{ header: this.#header, status: this.#status, view: this.#view, analysis: this.#analysis, table: this.#table },
      ...{ comparison: this.#vehicles, differences },
      zone: () => formats.zone,
      onShown: () => this.#sendContext(),
      onComplete: () => {
        this.#comparison?.settled();
        this.#persistence.restorePlace();
        this.#persistence.save();
      },
    });
    this.#persistence = new PagePersistence({
      ...{ store, table: this.#table, analysis: this.#analysis, chartRoom: this.#chartRoom },
      ...{ first, target: () => this.#shownTarget },
      filters: differences ? { differences: onlyDifferences(differences) } : {},
      loading: this.#loading,
    });
    const commands = pageCommands({
      ...{ analysis: this.#analysis, table: this.#table, send },
      offer: (title, choices) => void this.#offer(title, choices),
      saveRecords: (format) => this.#saveRecords(format),
      saveChart: () => this.#saveChart(),
      reload: () => this.#reload(),
      chooseRange: () => this.#header.chooseRange(),
      toggleCharts: () => this.#toggleCharts(),
    });
    this.#handlers = {
      ...this.#loading.handlers,
      start: (message) => this.#start(message),
      capacity: ({ vehicle = 0, nominal }) => this.#analysis.setNominal(vehicle, nominal),
      fields: (message) => {
        this.#comparison?.showFields(message);
        this.#hasFields = true;
        this.#sendContext();
      },
      outdated: () => this.#header.showOutdated(true),
      settings: (message) => this.#follow(message),
      command: (message) => {
        this.#table.closePopup();
        commands[message.name](message);
      },
    };
    this.#persistence.restore(init);
    this.#sendContext();
  }

  #analysisEvents(cells: CellTexts): AnalysisEvents {
    return {
      onTab: () => {
        this.#sendContext();
        this.#persistence.save();
      },
      onCollapse: () => this.#toggleCharts(),
      onResized: () => this.#persistence.save(),
      onNextMarked: () => this.#table.goToNextMarked(),
      onRecord: (row) => {
        this.#table.goTo(row);
        this.#openRecord(row);
      },
      goToNext: (wanted) => this.#table.grid.goToNext(wanted),
      onNotes: (notes) => {
        cells.notes = notes;
        this.#table.rewrite();
        this.#sendContext();
      },
    };
  }

  /** Replaces the content of the page with this viewer. */
  attach(body: HTMLElement): void {
    const main = element(
      'main',
      {},
      this.#header.element,
      this.#status.notice.element,
      this.#status.notes.element,
      this.#status.empty.element,
      ...[this.#vehicles, this.#comparison].flatMap((each) => (each ? [each.element] : [])),
      element('div', { class: 'bar' }, this.#comparison?.charges ?? this.#analysis.totals.element, this.#table.tools),
      this.#analysis.element,
      this.#table.element,
    );
    const drop = fileDrop(
      t('Drop to show the charge records of the file'),
      (file) => this.#host.send({ type: 'drop', ...file }),
      this.#left.signal,
    );
    body.replaceChildren(this.#status.progress.element, main, drop);
    body.classList.toggle('several', this.#vehicles !== undefined);
    body.classList.toggle('compared', this.#comparison !== undefined);
    restoreFocus((before) => this.#takeFocus(before), this.#left.signal);
    this.#persistence.save();
  }

  /** Prepares for another viewer to replace this one: takes no focus and saves nothing any more. */
  leave(): void {
    this.#left.abort();
    this.#persistence.end();
  }

  /** A cell may show another record by now, and an element that is removed or hidden cannot be focused. */
  #takeFocus(before: HTMLElement): void {
    const { grid } = this.#table;
    if (!grid.element.contains(before)) before.focus({ preventScroll: true });
    if (document.activeElement === document.body) grid.takeFocus();
  }

  /** Call this when the theme has changed. */
  restyle(): void {
    this.#analysis.recolour();
  }

  /** True if the page handled the key. */
  onKey(event: KeyboardEvent): boolean {
    return this.#table.onKey(event);
  }

  refreshAge(): void {
    this.#header.refreshAge();
  }

  /**
   * Whether it has received this message before: the host sends some messages ahead, and again when the page is ready.
   */
  knows(message: ToPage): boolean {
    return this.#loading.knows(message);
  }

  receive(message: MessageOf<ViewerPayloads>): void {
    dispatch<ViewerPayloads>(this.#handlers, message);
  }

  /** Lets the user choose, unless there is nothing to choose from. */
  async #offer(title: string, choices: readonly Choice[]): Promise<void> {
    if (choices.length === 0) return;
    const item = await this.#host.request({ type: 'pick', title, items: choices.map(({ label }) => label) });
    if (item !== undefined) choices[item]?.choose();
  }

  /** Exports the records that pass the filters: those of the complete load, or else those that have arrived so far. */
  #saveRecords(format: ExportFormat): void {
    const { mask, store } = this.#view;
    this.#host.send({
      type: 'export',
      load: this.#loading.shownLoad,
      format,
      rows: mask && rowBits(store.withPartners(mask)),
    });
  }

  #openRecord(row: number): void {
    this.#host.send({ type: 'openRecord', load: this.#loading.shownLoad, row });
  }

  #saveChart(): void {
    const image = this.#analysis.image();
    if (image) this.#host.send({ type: 'image', chart: image.name, png: image.png });
    else this.#table.say(t('Select a chart first.'));
  }

  /** Says why nothing is requested while the service has asked to wait. */
  #reload(): void {
    const wait = this.#status.wait;
    if (wait === undefined) this.#host.send({ type: 'reload' });
    else this.#header.showWait(t('Nothing was sent: the service accepts requests again in {0}.', wait));
  }

  /** Hides charts and summary, which take space from the table, or shows them again. */
  #toggleCharts(): void {
    this.#chartRoom.toggle();
    this.#sendContext();
    this.#persistence.save();
  }

  #follow({ energyUnit, timeZone }: PageMessage<'settings'>): void {
    this.#formats.energyUnit = energyUnit;
    this.#table.follow(readZone(timeZone) ?? 'local');
    this.#header.refreshAge();
  }

  #sendContext(): void {
    this.#contextKeys.update({
      chart: this.#analysis.chartShown && this.#loading.shown.store.rows > 0,
      loading: this.#status.state === 'loading',
      marked: this.#loading.shown.totals.marked > 0,
      anomalies: this.#analysis.anomalies > 0,
      filtered: this.#table.isFiltered,
      versions: this.#hasFields,
    });
  }

  /** The vehicles and days of the records on screen: others that were requested might never arrive. */
  get #shownTarget(): ChargeRecordsTarget {
    const { startDate, endDate } = this.#loading.days ?? this.#target;
    return { ...this.#target, startDate, endDate };
  }

  #start(message: PageMessage<'start'>): void {
    const { startDate, endDate } = message;
    this.#target = { ...this.#target, startDate, endDate };
    this.#loading.start(message);
    this.#persistence.save();
  }
}
