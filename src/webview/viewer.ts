import { type Field, fields } from '../service/columns.ts';
import type {
  ChargeRecordsTarget,
  DoneMessage,
  FailedMessage,
  InitMessage,
  SavedState,
  ToHost,
  ToWebview,
} from '../records/protocol.ts';
import { Cells } from './cells.ts';
import { Chart } from './chart.ts';
import { ColumnStore } from './column-store.ts';
import { element, setText } from './dom.ts';
import { Formats } from './formats.ts';
import { Grid } from './grid.ts';
import { Header, rangeText } from './header.ts';
import { Notice, emptyPlace } from './notice.ts';
import { fill } from './text.ts';
import { Totals } from './totals.ts';
import { TotalsView } from './totals-view.ts';
import { type ColumnId, columnIds } from './view-columns.ts';
import { type ViewChange, ViewModel } from './view-model.ts';

/** While records arrive, the chart is drawn anew at most this often, in milliseconds. */
const chartStep = 250;

/** The records of one load. */
class Records {
  readonly store = new ColumnStore();
  readonly totals = new Totals();
}

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
  readonly #target: ChargeRecordsTarget;
  readonly #header: Header;
  readonly #progress = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });
  readonly #notice: Notice;
  readonly #empty: HTMLElement;
  readonly #totalsView: TotalsView;
  readonly #chart: Chart;
  readonly #grid: Grid;
  readonly #detail = element('p', { id: 'detail', class: 'detail', 'aria-hidden': 'true' });
  readonly #cells: Cells;
  /** What of the records is seen, and in which order. */
  readonly #view: ViewModel;
  #load = -1;
  /** What is on screen, … */
  #shown = new Records();
  #shownDone: DoneMessage | undefined;
  /** … and what is arriving: the same, if nothing earlier is to be kept. */
  #arriving = this.#shown;
  #chartDrawn = 0;
  #framed = false;
  #restoreTop: number | undefined;

  constructor(init: InitMessage, host: ViewerHost) {
    const { strings, target, language, energyUnit } = init;
    this.#host = host;
    this.#strings = strings;
    this.#target = target;
    this.#formats = new Formats(language, energyUnit);
    this.#view = new ViewModel(language);
    this.#cells = new Cells(strings, this.#formats);
    const send = (type: 'reload' | 'reconnect') => host.send({ type });
    this.#header = new Header(strings, this.#formats, target, () => send('reload'));
    this.#notice = new Notice(strings, send);
    this.#empty = emptyPlace(strings, rangeText(strings, target));
    this.#totalsView = new TotalsView(strings, this.#formats, () => this.#goToNextMarked());
    this.#chart = new Chart(strings, this.#formats);
    const labels = fields.map((field) =>
      field === 'energy' && energyUnit !== undefined
        ? fill(strings.withUnit, strings.energy, energyUnit)
        : strings[field],
    );
    this.#grid = new Grid(strings, labels, this.#cells, this.#view, {
      onSort: (field) => this.#sortBy(field),
      onActive: (row, field) => this.#showDetail(row, field),
      onScrolled: () => this.#save(),
    });
    this.#restore();
    this.#view.onDidChange((change) => this.#changed(change));
  }

  /** Takes the page's place. */
  attach(body: HTMLElement): void {
    const main = element(
      'main',
      {},
      this.#header.element,
      this.#notice.element,
      this.#empty,
      this.#totalsView.element,
      this.#chart.element,
      this.#grid.element,
      this.#detail,
    );
    body.replaceChildren(this.#progress, main);
    this.#setState('loading');
    this.#save();
  }

  recolour(): void {
    this.#chart.recolour();
  }

  refreshAge(): void {
    this.#header.refreshAge();
  }

  receive(message: Exclude<ToWebview, InitMessage>): void {
    if (message.type === 'start') this.#start(message.load);
    // What belongs to another load is late.
    else if (message.load !== this.#load) return;
    else if (message.type === 'batch') this.#add(message.batch);
    else if (message.type === 'done') this.#finish(message);
    else this.#fail(message);
  }

  #start(load: number): void {
    this.#load = load;
    this.#arriving = new Records();
    if (!this.#shownDone) this.#shown = this.#arriving;
    // The notice goes, and with it the button that was pressed.
    if (this.#notice.element.contains(document.activeElement)) this.#header.focus();
    this.#notice.hide();
    this.#header.showLoading(0);
    this.#setState('loading');
    this.#update();
  }

  #add(batch: Parameters<ColumnStore['append']>[0]): void {
    const { store, totals } = this.#arriving;
    store.append(batch);
    totals.add(store, batch.unknownFields);
    if (this.#framed) return;
    this.#framed = true;
    requestAnimationFrame(() => {
      this.#framed = false;
      if (document.body.dataset.state !== 'loading') return;
      this.#header.showLoading(this.#arriving.store.rows);
      this.#update();
    });
  }

  #finish(done: DoneMessage): void {
    this.#arriving.store.trim();
    this.#shown = this.#arriving;
    this.#shownDone = done;
    this.#header.showCount(this.#shown.store.rows);
    this.#header.showTimes(done);
    this.#setState(this.#shown.store.rows === 0 ? 'empty' : 'ready');
    this.#chartDrawn = 0;
    this.#update();
    if (this.#restoreTop !== undefined) this.#grid.top = this.#restoreTop;
    this.#restoreTop = undefined;
  }

  #fail(failed: FailedMessage): void {
    const { rows } = this.#shown.store;
    const count = rows === 1 ? this.#strings.oneRecord : fill(this.#strings.manyRecords, this.#formats.count(rows));
    const age = this.#shownDone && this.#formats.age(this.#shownDone.receivedAt, Date.now());
    const part = rows > 0 ? fill(this.#strings.partShown, count) : '';
    this.#notice.show(failed, age === undefined ? part : fill(this.#strings.earlierShown, age));
    // That nothing came doesn't mean that there is nothing.
    this.#header.showCount(rows > 0 || this.#shownDone ? rows : undefined);
    this.#setState('error');
    this.#chartDrawn = 0;
    this.#update();
  }

  #setState(state: 'loading' | 'ready' | 'empty' | 'error'): void {
    const { body } = document;
    body.dataset.state = state;
    this.#progress.hidden = state !== 'loading';
    this.#empty.hidden = state !== 'empty';
    this.#grid.element.setAttribute('aria-busy', String(state === 'loading'));
  }

  /** Brings what is shown on screen. */
  #update(): void {
    const { store, totals } = this.#shown;
    document.body.classList.toggle('no-rows', store.rows === 0);
    this.#totalsView.show(totals);
    this.#view.setStore(store, this.#shownDone !== undefined || document.body.dataset.state === 'error');
    const now = performance.now();
    if (this.#chartDrawn === 0 || now - this.#chartDrawn > chartStep) {
      // After the rows are on screen: the first of them is what one waits for.
      requestAnimationFrame(() => setTimeout(() => this.#chart.show(this.#shown.totals.days)));
      this.#chartDrawn = now;
    }
  }

  /** Up, down, then the service's order again. */
  #sortBy(column: ColumnId): void {
    const [sort] = this.#view.sort;
    const next = sort?.column !== column ? [{ column, descending: false }] : [{ column, descending: true }];
    this.#view.setSort(sort?.column === column && sort.descending ? [] : next);
  }

  #changed(change: ViewChange): void {
    this.#grid.update();
    if (change === 'rows') return;
    this.#grid.showSort(this.#view.sort);
    this.#grid.top = 0;
    this.#save();
  }

  #goToNextMarked(): void {
    const { store } = this.#shown;
    this.#grid.goToNext((row) => fields.find((field) => store.hasProblem(row, field)));
  }

  /** The line below the table: all that the active cell has to say, for those who have no mouse to hover. */
  #showDetail(row: number | undefined, field: Field): void {
    if (row === undefined) {
      setText(this.#detail, '');
      return;
    }
    const { text, detail, problem } = this.#cells.words(this.#shown.store, row, field);
    const parts = [`${this.#strings[field]}: ${text}`, detail, problem].filter(Boolean);
    setText(this.#detail, parts.join(' · '));
    this.#detail.classList.toggle('marked', problem !== '');
  }

  #restore(): void {
    const saved = this.#host.saved();
    if (saved?.target.vehicle.id !== this.#target.vehicle.id) return;
    const column = saved.sort && columnIds[saved.sort.column];
    if (saved.sort && column) this.#view.setSort([{ column, descending: saved.sort.descending }]);
    this.#restoreTop = saved.top;
    this.#grid.showSort(this.#view.sort);
  }

  #save(): void {
    const [first] = this.#view.sort;
    const sort = first && { column: columnIds.indexOf(first.column), descending: first.descending };
    const top = this.#restoreTop ?? this.#grid.top;
    this.#host.save({ target: this.#target, sort, top });
  }
}
