import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { type DateRange, requestedDays } from '../../common/date-range.ts';
import type { ColumnBatch } from '../../service/records/columns.ts';
import type { Analysis } from '../analysis/analysis.tsx';
import { element, framePainted } from '../base/dom.ts';
import { waitsUntil } from '../base/remedy.tsx';
import { ColumnStore } from '../data/column-store.ts';
import type { Formats } from '../formats/formats.ts';
import type { Zone } from '../formats/zone.ts';
import { isSameRange } from '../header/date-range.ts';
import type { LoadState } from '../header/load-state.ts';
import type { PageHandlers, PageMessage, ToPage } from '../messages/to-page.ts';
import { Totals } from '../results/totals.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { Vehicles } from '../summary/vehicles.tsx';
import type { RecordsTable } from '../table/table.tsx';

/** While records arrive, the page shows them at most this often: minimum interval in milliseconds. */
const arrivalStep = 150;

/** Messages about the current load. */
type LoadMessage = PageMessage<'batch' | 'part' | 'done' | 'failed'>;

export interface LoadingParts {
  readonly load: LoadState;
  readonly formats: Formats;
  readonly view: ViewModel;
  readonly analysis: Analysis;
  readonly table: RecordsTable;
  readonly vehicles: Vehicles | undefined;
  /** Names of how records compare; undefined if they are not compared. */
  readonly differences: readonly string[] | undefined;
  /** Other records are shown, or something that commands depend on is now known about them. */
  readonly onShown: () => void;
  /** All records have arrived and are in their final order. */
  readonly onComplete: () => void;
}

/** Moves the focus to the button that loads again, if it is inside of what is about to disappear. */
function leave(parts: string): void {
  if (document.activeElement?.closest(parts)) document.getElementById('reload')?.focus();
}

/** Shows records as they arrive. Earlier records stay until newer ones are complete. */
export class Loading {
  readonly progress = new Progress();
  readonly #parts: LoadingParts;
  readonly #load: LoadState;
  readonly #records: LoadBuffer;
  #hasRows = false;
  #asked: DateRange = {};
  #days: DateRange | undefined;
  #framed = false;

  constructor(parts: LoadingParts) {
    const { load, vehicles, formats, view, differences } = parts;
    this.#parts = parts;
    this.#load = load;
    this.#records = new LoadBuffer(vehicles?.names, () => formats.zone, differences);
    this.#reveal(false);
    this.#enter('loading');
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

  /** Those days in milliseconds since 1970. */
  get loadedDays(): ReturnType<typeof requestedDays> | undefined {
    const { done } = this.#records;
    return done && requestedDays(this.#days ?? {}, done.receivedAt);
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
    const { vehicles } = this.#parts;
    const [shown, asked] = [this.#load, { startDate, endDate }];
    // A load of the same days may begin by itself while the user types others.
    if (this.#records.load < 0 || !isSameRange(asked, this.#asked)) shown.asked.value = asked;
    this.#asked = asked;
    this.#records.start(load);
    leave('.notice, .outdated, .vehicles');
    vehicles?.started();
    // Earlier records stay on screen, and so do their days.
    if (!this.#records.done) shown.range.value = asked;
    shown.failure.value = undefined;
    shown.outdated.value = false;
    shown.wait.value = '';
    shown.arrived.value = 0;
    this.progress.wait();
    this.#enter('loading');
    this.#update();
  }

  readonly handlers: Pick<PageHandlers, LoadMessage['type']> = {
    batch: this.#ofLoad((message) => this.#add(message)),
    part: this.#ofLoad(({ vehicle, failure }) => this.#parts.vehicles?.ended(vehicle, failure)),
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
    if (vehicle !== undefined) this.#parts.vehicles?.loading(vehicle, soFar);
    if (this.#framed) return;
    this.#framed = true;
    // Shows the first records at once; after that, more frames would only delay the records that are still arriving.
    const frame = () => requestAnimationFrame(() => this.#showSoFar());
    if (this.#records.arriving.store.rows === batch.rows) frame();
    else setTimeout(frame, arrivalStep);
  }

  #showSoFar(): void {
    this.#framed = false;
    if (this.#load.phase.value !== 'loading') return;
    this.#load.arrived.value = this.#records.arriving.store.rows;
    this.progress.step();
    this.#update();
  }

  #finish(done: PageMessage<'done'>): void {
    const { vehicles, analysis, onComplete } = this.#parts;
    // A brush stays for other records of the same days, like filters do; on a chart of other days it would not be
    // visible.
    if (this.#days && !isSameRange(this.#days, this.#asked)) analysis.endBrush();
    this.#days = this.#asked;
    this.#records.finish(done);
    this.#load.range.value = this.#asked;
    this.#load.times.value = done;
    this.#load.note.value = done.note ?? '';
    this.#enter(this.shown.store.charges === 0 ? 'empty' : 'ready');
    this.#update();
    onComplete();
    vehicles?.settled();
  }

  #fail(failed: PageMessage<'failed'>): void {
    const { vehicles, formats } = this.#parts;
    const { done, shown } = this.#records;
    const { rows } = shown.store;
    leave('.vehicles');
    vehicles?.stopped(waitsUntil(failed) !== undefined);
    const below = done
      ? t('Showing records from {0}.', formats.age(done.receivedAt, now(), t('just now')))
      : t('Showing the records loaded before: {0}.', formats.records(rows));
    this.#load.failure.value = { failed, below: rows > 0 ? below : '' };
    // The notice says how old they are.
    this.#load.times.value = undefined;
    // If earlier records stay on screen, their note stays as well.
    if (!done) this.#load.note.value = failed.note ?? '';
    this.#enter('error');
    this.#update();
  }

  #showCount(): void {
    const { view } = this.#parts;
    // The header shows how many have arrived so far.
    if (this.#load.phase.value === 'loading') return;
    leave('#cancel');
    const { charges: rows } = this.shown.store;
    // If a failed load brought no records, that does not mean that there are none.
    const isKnown = rows > 0 || this.#records.done !== undefined;
    this.#load.count.value = isKnown ? { rows, shown: view.count } : undefined;
    this.#load.lacking.value = this.#parts.vehicles?.lacking ?? '';
    this.#load.arrived.value = undefined;
  }

  /** Updates the page with the current records. */
  #update(): void {
    const { view, analysis, table, onShown } = this.#parts;
    const { store, totals } = this.shown;
    const settled = this.#records.done !== undefined || this.#load.phase.value === 'error';
    this.#showControls(store.rows > 0, settled);
    view.setStore(store, settled);
    if (settled) analysis.settled(totals);
    else analysis.arriving(totals);
    table.toolbar.marked.value = totals.marked;
    this.#showCount();
    onShown();
  }

  #enter(phase: LoadState['phase']['value']): void {
    this.#load.phase.value = phase;
    // The style sheet uses it as well.
    document.body.dataset.state = phase;
    if (phase !== 'loading') this.progress.end();
    this.#parts.table.grid.element.setAttribute('aria-busy', String(phase === 'loading'));
  }

  /**
   * @param complete whether all records have arrived. Otherwise, the controls become usable only after the first
   *   records are on screen, because this restyles each of their elements.
   */
  #showControls(hasRows: boolean, complete: boolean): void {
    const early = hasRows && !this.#hasRows && !complete;
    this.#reveal(hasRows, early);
    if (early) void framePainted().then(() => this.#reveal(this.#hasRows));
  }

  /**
   * The parts of the page that show records. While there are none, they are laid out but transparent and inert:
   * creating, styling and laying out all of them takes longer than showing the first records.
   */
  #reveal(hasRows: boolean, early = false): void {
    this.#hasRows = hasRows;
    // The style sheet makes them transparent: an inherited property such as visibility would restyle each element.
    document.body.dataset.rows = hasRows ? 'some' : 'none';
    if (early) return;
    this.#load.usable.value = hasRows;
  }
}

/** The records of one load. */
interface Records {
  readonly store: ColumnStore;
  readonly totals: Totals;
}

/** The records on screen and those that are arriving: earlier records stay until newer ones are complete. */
class LoadBuffer {
  readonly #names: readonly string[] | undefined;
  readonly #differences: readonly string[] | undefined;
  readonly #zone: () => Zone;
  /** Number of records that have arrived for each of several vehicles. */
  readonly #ofVehicles = new Map<number, number>();
  /** The records on screen, … */
  shown: Records;
  /** … and how their load ended; undefined until a load is complete. */
  done: PageMessage<'done'> | undefined;
  /** The same as `shown` if there are no earlier records to keep. */
  arriving: Records;
  /** Number of the current or last load; −1 before the first. */
  load = -1;

  /**
   * @param names names of the vehicles; undefined if there is only one
   * @param differences names of how records compare; undefined if they are not compared
   */
  constructor(names: readonly string[] | undefined, zone: () => Zone, differences: readonly string[] | undefined) {
    this.#names = names;
    this.#differences = differences;
    this.#zone = zone;
    this.shown = this.#records();
    this.arriving = this.shown;
  }

  start(load: number): void {
    this.load = load;
    this.#ofVehicles.clear();
    this.arriving = this.#records();
    if (!this.done) this.shown = this.arriving;
  }

  /**
   * @returns number of records that have arrived for the vehicle, including these; of all records, if there is only one
   *   vehicle
   */
  add(batch: ColumnBatch, vehicle: number | undefined): number {
    const { store, totals } = this.arriving;
    store.append(batch, vehicle);
    totals.add(store, batch.unknownFields);
    if (vehicle === undefined) return store.rows;
    const soFar = (this.#ofVehicles.get(vehicle) ?? 0) + batch.rows;
    this.#ofVehicles.set(vehicle, soFar);
    return soFar;
  }

  finish(done: PageMessage<'done'>): void {
    if (done.compared) this.arriving.store.compare(done.compared);
    this.arriving.store.trim();
    this.arriving.totals.topLevelFields = done.topLevelFields ?? [];
    this.shown = this.arriving;
    this.done = done;
  }

  #records(): Records {
    return { store: new ColumnStore(this.#names, this.#differences), totals: new Totals(this.#zone()) };
  }
}

/** Milliseconds in which the bar crosses the page while it moves by itself. */
const crossing = 1600;

/** If records arrive within this many milliseconds, no bar is shown, because it would only flicker. */
const noBarUntil = 300;

/**
 * The bar that shows that records are being loaded. It is animated while the page only waits. Once records arrive, it
 * moves whenever more of them are shown: an animation is redrawn in every frame, which without a graphics processor
 * takes longer than processing the records.
 */
class Progress {
  readonly element = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });
  /** A timer instead of an animation delay: with a delay, the browser would produce frames from the beginning. */
  #beginning: ReturnType<typeof setTimeout> | undefined;

  /** Records were requested, and none have arrived yet. */
  wait(): void {
    this.end();
    this.element.classList.remove('stepped');
    this.#beginning = setTimeout(() => (this.element.hidden = false), noBarUntil);
  }

  /** More records have arrived and are shown. */
  step(): void {
    clearTimeout(this.#beginning);
    this.element.hidden = false;
    this.element.classList.add('stepped');
    this.element.style.setProperty('--crossed', String((performance.now() % crossing) / crossing));
  }

  /** Nothing more will come. */
  end(): void {
    clearTimeout(this.#beginning);
    this.element.hidden = true;
  }
}
