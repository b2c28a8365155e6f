import type { PageHandlers, PageMessage, ToPage } from '../messages/to-page.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { LoadBuffer, type Records } from './load-buffer.ts';
import type { VehiclesView } from '../summary/vehicles-view.ts';
import type { DateRange } from '../../common/date-range.ts';
import { isSameRange } from '../header/date-range.ts';
import type { Header } from '../header/header.ts';
import type { LoadStatus } from './load-status.ts';
import { waitsUntil } from '../base/remedy-button.ts';
import { RecordSections } from './record-sections.ts';
import type { RecordsTable } from '../table/table.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { Zone } from '../formats/zone.ts';

/** While records arrive, the page shows them at most this often: minimum interval in milliseconds. */
const arrivalStep = 150;

/** Messages about the current load. */
type LoadMessage = PageMessage<'batch' | 'part' | 'done' | 'failed'>;

export interface LoadingParts {
  readonly header: Header;
  readonly status: LoadStatus;
  readonly view: ViewModel;
  readonly analysis: Analysis;
  readonly table: RecordsTable;
  readonly comparison: VehiclesView | undefined;
  /** Names of how records compare; undefined if they are not compared. */
  readonly differences: readonly string[] | undefined;
  readonly zone: () => Zone;
  /** Other records are shown, or something that commands depend on is now known about them. */
  readonly onShown: () => void;
  /** All records have arrived and are in their final order. */
  readonly onComplete: () => void;
}

/** Shows records as they arrive. Earlier records stay until newer ones are complete. */
export class Loading {
  readonly #parts: LoadingParts;
  readonly #records: LoadBuffer;
  /** The parts of the page that are shown only if there are records. */
  readonly #recordParts: RecordSections;
  #asked: DateRange = {};
  #days: DateRange | undefined;
  #framed = false;

  constructor(parts: LoadingParts) {
    const { analysis, table, comparison, zone, view, differences } = parts;
    this.#parts = parts;
    this.#records = new LoadBuffer(comparison?.names, zone, differences);
    this.#recordParts = new RecordSections([analysis.totals.element, analysis.element, ...table.controls]);
    view.onDidChange(() => this.#showCount());
  }

  /** The records on screen. */
  get shown(): Records {
    return this.#records.shown;
  }

  /** The days of the complete records; undefined if there are none. */
  get days(): DateRange | undefined {
    return this.#records.done && this.#days;
  }

  /** @param days the days of the records that were complete when the page was discarded */
  restore(days: DateRange): void {
    this.#days = days;
  }

  /** The load of the records on screen: the complete one, or else the current one. */
  get shownLoad(): number {
    return this.#records.done?.load ?? this.#records.load;
  }

  /** Whether a message was received before: the beginning or the end of a load, or records that are already there. */
  knows(message: ToPage): boolean {
    const { load, arriving, done } = this.#records;
    if (message.type === 'start') return message.load === load;
    if (message.type === 'done') return message.load === done?.load;
    if (message.type !== 'batch' || message.load !== load) return false;
    return message.batch.firstRow + message.batch.rows <= arriving.store.rows;
  }

  start({ load, startDate, endDate }: PageMessage<'start'>): void {
    const { status, comparison } = this.#parts;
    this.#asked = { startDate, endDate };
    this.#records.start(load);
    this.#leaveLines();
    comparison?.started();
    status.begin(this.#asked, this.#records.done !== undefined);
    this.#update();
  }

  readonly handlers: Pick<PageHandlers, LoadMessage['type']> = {
    batch: this.#ofLoad((message) => this.#add(message)),
    part: this.#ofLoad(({ vehicle, failure }) => this.#parts.comparison?.ended(vehicle, failure)),
    done: this.#ofLoad((message) => this.#finish(message)),
    failed: this.#ofLoad((message) => this.#fail(message)),
  };

  /** Ignores messages about any load but the latest: they are out of date. */
  #ofLoad<Message extends LoadMessage>(handle: (message: Message) => void): (message: Message) => void {
    return (message) => {
      if (message.load === this.#records.load) handle(message);
    };
  }

  #add({ batch, vehicle }: PageMessage<'batch'>): void {
    const soFar = this.#records.add(batch, vehicle);
    if (vehicle !== undefined) this.#parts.comparison?.loading(vehicle, soFar);
    if (this.#framed) return;
    this.#framed = true;
    // Shows the first records at once; after that, more frames would only delay the records that are still arriving.
    const frame = () => requestAnimationFrame(() => this.#showSoFar());
    if (this.#records.arriving.store.rows === batch.rows) frame();
    else setTimeout(frame, arrivalStep);
  }

  #showSoFar(): void {
    const { status } = this.#parts;
    this.#framed = false;
    if (status.state !== 'loading') return;
    status.goOn(this.#records.arriving.store.rows);
    this.#update();
  }

  #finish(done: PageMessage<'done'>): void {
    const { status, comparison, analysis, onComplete } = this.#parts;
    // A brush stays for other records of the same days, like filters do; on a chart of other days it would not be
    // visible.
    if (this.#days && !isSameRange(this.#days, this.#asked)) analysis.endBrush();
    this.#days = this.#asked;
    this.#records.finish(done);
    status.complete(done, this.#asked, this.shown.store.charges);
    this.#update();
    onComplete();
    comparison?.settled();
  }

  #fail(failed: PageMessage<'failed'>): void {
    const { status, comparison } = this.#parts;
    this.#leaveLines();
    comparison?.stopped(waitsUntil(failed) !== undefined);
    status.fail(failed, this.#records);
    this.#update();
    this.#showCount();
  }

  /** A vehicle's failure disappears from its row, along with the button that was pressed. */
  #leaveLines(): void {
    const { header, comparison } = this.#parts;
    if (comparison?.element.contains(document.activeElement)) header.focus();
  }

  #showCount(): void {
    const { status, header, view } = this.#parts;
    // The header shows how many have arrived so far.
    if (status.state === 'loading') return;
    const { charges: rows } = this.shown.store;
    // If a failed load brought no records, that does not mean that there are none.
    if (rows > 0 || this.#records.done) header.showCount(rows, view.count);
    else header.showCount(undefined);
  }

  /** Updates the page with the current records. */
  #update(): void {
    const { status, view, analysis, table, onShown } = this.#parts;
    const { store, totals } = this.shown;
    const settled = this.#records.done !== undefined || status.state === 'error';
    this.#recordParts.show(store.rows > 0, settled);
    view.setStore(store, settled);
    if (settled) analysis.settled(totals);
    else analysis.arriving(totals);
    table.marked = totals.marked;
    onShown();
  }
}
