import type {
  ChargeRecordsTarget,
  CommandMessage,
  DoneMessage,
  FailedMessage,
  InitMessage,
  SavedState,
  StartMessage,
  ToHost,
  ToWebview,
} from '../records/protocol.ts';
import { Analysis } from './analysis.ts';
import { Cells } from './cells.ts';
import { ColumnStore } from './column-store.ts';
import { element } from './dom.ts';
import { Formats } from './formats.ts';
import { Header, rangeText } from './header.ts';
import { readLayout } from './layout.ts';
import { EmptyPlace, Notice } from './notice.ts';
import { RecordsTable } from './table.ts';
import { rowBits } from './row-bits.ts';
import { fill } from './text.ts';
import { Totals } from './totals.ts';
import { ViewModel } from './view-model.ts';
import { noViewState, readViewState } from './view-state.ts';

const exportFormats: Partial<Record<CommandMessage['name'], 'csv' | 'json' | 'ndjson'>> = {
  exportCsv: 'csv',
  exportJson: 'json',
  exportNdjson: 'ndjson',
};

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
  #target: ChargeRecordsTarget;
  readonly #header: Header;
  readonly #progress = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });
  readonly #notice: Notice;
  readonly #empty: EmptyPlace;
  readonly #analysis: Analysis;
  readonly #table: RecordsTable;
  /** What of the records is seen, and in which order. */
  readonly #view: ViewModel;
  #load = -1;
  /** What is on screen, … */
  #shown = new Records();
  #shownDone: DoneMessage | undefined;
  /** … and what is arriving: the same, if nothing earlier is to be kept. */
  #arriving = this.#shown;
  #framed = false;
  #restoreTop: number | undefined;

  constructor(init: InitMessage, host: ViewerHost) {
    const { strings, target, language, energyUnit } = init;
    this.#host = host;
    this.#strings = strings;
    this.#target = target;
    this.#formats = new Formats(language, energyUnit);
    this.#view = new ViewModel(language);
    const send = (type: 'reload' | 'reconnect') => host.send({ type });
    this.#header = new Header(strings, this.#formats, target, {
      onReload: () => send('reload'),
      onRange: (range) => host.send({ type: 'range', ...range }),
      onCancel: () => host.send({ type: 'cancel' }),
    });
    this.#notice = new Notice(strings, send);
    this.#empty = new EmptyPlace(strings);
    const cells = new Cells(strings, this.#formats);
    this.#analysis = new Analysis(strings, this.#formats, this.#view, {
      onNextMarked: () => this.#table.goToNextMarked(),
      goTo: (wanted, field) => this.#table.grid.goToNext((row) => (row === wanted ? field : undefined)),
      onNotes: (notes) => {
        cells.notes = notes;
        this.#table.grid.rewrite();
      },
    });
    this.#table = new RecordsTable({
      strings,
      formats: this.#formats,
      cells,
      view: this.#view,
      energyUnit,
      send: (message) => host.send(message),
      onState: () => this.#save(),
    });
    this.#restore(init);
    this.#view.onDidChange(() => this.#showCount());
  }

  /** Takes the page's place. */
  attach(body: HTMLElement): void {
    const main = element(
      'main',
      {},
      this.#header.element,
      this.#notice.element,
      this.#empty.element,
      this.#analysis.totals.element,
      this.#analysis.element,
      this.#table.element,
    );
    body.replaceChildren(this.#progress, main);
    this.#setState('loading');
    this.#save();
  }

  recolour(): void {
    this.#analysis.recolour();
  }

  refreshAge(): void {
    this.#header.refreshAge();
  }

  receive(message: Exclude<ToWebview, InitMessage>): void {
    if (message.type === 'command') this.#run(message);
    else if (message.type === 'start') this.#start(message);
    else if (message.type === 'capacity') this.#analysis.setNominal(message.nominal);
    // What belongs to another load is late.
    else if (message.load !== this.#load) return;
    else if (message.type === 'batch') this.#add(message.batch);
    else if (message.type === 'done') this.#finish(message);
    else if (message.type === 'failed') this.#fail(message);
  }

  #run(message: CommandMessage): void {
    const format = exportFormats[message.name];
    if (message.name === 'exportChart') {
      const image = this.#analysis.image();
      if (image) this.#host.send({ type: 'image', chart: image.name, png: image.png });
    } else if (format) {
      const { mask } = this.#view;
      const load = this.#shownDone?.load ?? this.#load;
      this.#host.send({ type: 'export', load, format, rows: mask && rowBits(mask) });
    } else {
      this.#table.run(message);
    }
  }

  #start({ load, startDate, endDate }: StartMessage): void {
    this.#load = load;
    this.#target = { ...this.#target, startDate, endDate };
    this.#save();
    this.#header.showAsked(this.#target);
    this.#arriving = new Records();
    if (!this.#shownDone) {
      this.#shown = this.#arriving;
      this.#header.showRange(this.#target);
    }
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
    this.#header.showRange(this.#target);
    this.#empty.show(rangeText(this.#strings, this.#target));
    this.#header.showCount(this.#shown.store.rows);
    this.#header.showTimes(done);
    this.#setState(this.#shown.store.rows === 0 ? 'empty' : 'ready');
    this.#update();
    if (this.#restoreTop !== undefined) this.#table.grid.top = this.#restoreTop;
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
    this.#update();
  }

  #setState(state: 'loading' | 'ready' | 'empty' | 'error'): void {
    const { body } = document;
    body.dataset.state = state;
    this.#progress.hidden = state !== 'loading';
    this.#empty.element.hidden = state !== 'empty';
    this.#table.grid.element.setAttribute('aria-busy', String(state === 'loading'));
  }

  #showCount(): void {
    const { rows } = this.#shown.store;
    if (document.body.dataset.state === 'ready') this.#header.showCount(rows, this.#view.count);
  }

  /** Brings what is shown on screen. */
  #update(): void {
    const { store, totals } = this.#shown;
    document.body.classList.toggle('no-rows', store.rows === 0);
    const settled = this.#shownDone !== undefined || document.body.dataset.state === 'error';
    this.#view.setStore(store, settled);
    if (settled) this.#analysis.settled(totals);
    else this.#analysis.arriving(totals);
  }

  #restore({ layout, timeZone }: InitMessage): void {
    this.#formats.zone = timeZone ?? 'local';
    const saved = this.#host.saved();
    if (saved?.target.vehicle.id !== this.#target.vehicle.id) {
      this.#table.restore({ ...noViewState, layout: readLayout(layout) });
      return;
    }
    this.#restoreTop = saved.top;
    this.#table.restore(readViewState(saved.view));
  }

  #save(): void {
    const top = this.#restoreTop ?? this.#table.grid.top;
    this.#host.save({ target: this.#target, view: this.#table.state, top });
  }
}
