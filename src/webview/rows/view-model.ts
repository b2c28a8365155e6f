import { ColumnStore } from '../data/column-store.ts';
import { type FilterSet, passing } from './filters.ts';
import { type Sliced, SlicedTask, paces, runToEnd, steps } from '../base/time-slices.ts';
import { type Sort, sortedRows } from './sort.ts';

/** What has changed: `rows` of the store itself, which of them are shown, or only their order. */
export type ViewChange = 'rows' | 'filters' | 'sort';

/** What of a store's rows is shown, and in which order; undefined: all, in the service's. */
interface Arrangement {
  readonly sorted: Uint32Array | undefined;
  readonly mask: Uint8Array | undefined;
  /** The sorted rows that pass. */
  readonly order: Uint32Array | undefined;
}

/** So few take no time, and nobody has to wait for an order or for what passes. */
const fewRows = 2000;

const nothing: Arrangement = { sorted: undefined, mask: undefined, order: undefined };

/** The rows of an order that pass. */
function* passingRows(sorted: Uint32Array | undefined, mask: Uint8Array): Sliced<Uint32Array> {
  const rows = new Uint32Array(mask.length);
  let count = 0;
  yield* steps(mask.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const row = sorted === undefined ? position : (sorted[position] ?? 0);
      // What doesn't pass is overwritten by the next that does.
      rows[count] = row;
      count += mask[row] ?? 0;
    }
  });
  return rows.slice(0, count);
}

/** Sorts and filters for nothing, in the background: the compiler makes the first sort and filter that are asked for fast. */
function* warmUp(store: ColumnStore, language: string): Sliced<void> {
  const sorted = yield* sortedRows(store, [{ column: 'energy', descending: true }], language);
  const mask = yield* passing(store, { text: store.locations[1] });
  if (mask) yield* passingRows(sorted, mask);
}

/**
 * What of the records is seen, and in which order: filter ∘ sort over the columns. The table shows it; charts and
 * answers are worked out from the rows that pass. While records still arrive (`settled` is false), all of them show in
 * the service's order: sorting what grows would move what is being read.
 *
 * What takes longer than a slice goes on beside the page's life: the rows stay as they were until it is done, and only
 * then the listeners hear of it.
 */
export class ViewModel {
  readonly #language: string;
  readonly #listeners = new Set<(change: ViewChange) => void>();
  #store = new ColumnStore();
  #rows = 0;
  #settled = false;
  #filters: FilterSet = {};
  #sort: readonly Sort[] = [];
  readonly #arranging = new SlicedTask();
  readonly #warmingUp = new SlicedTask(paces.background);
  /** What is shown, … */
  #arrangement = nothing;
  /** … by this sort and these filters. */
  #sortDone: readonly Sort[] | undefined;
  #filtersDone: FilterSet | undefined;
  /** What the listeners have yet to hear of. */
  readonly #changes = new Set<ViewChange>();

  /** @param language BCP 47, for the order of texts */
  constructor(language: string) {
    this.#language = language;
  }

  get store(): ColumnStore {
    return this.#store;
  }

  get filters(): FilterSet {
    return this.#filters;
  }

  /** The first one counts most. Empty: the service's order. */
  get sort(): readonly Sort[] {
    return this.#sort;
  }

  /** Number of rows that are shown. */
  get count(): number {
    return this.#arrangement.order?.length ?? this.#store.rows;
  }

  /** Rows of the store in the order they are shown; undefined: all, in the service's order. */
  get order(): Uint32Array | undefined {
    return this.#arrangement.order;
  }

  /** 1 for each row of the store that is shown, else 0; undefined: all are. */
  get mask(): Uint8Array | undefined {
    return this.#arrangement.mask;
  }

  rowAt(position: number): number {
    return this.#arrangement.order?.[position] ?? position;
  }

  /** The mask as it were without some filters: for a chart, which shows around its own brush what it could choose. */
  *maskWithout(...names: readonly (keyof FilterSet)[]): Sliced<Uint8Array | undefined> {
    const others = Object.entries(this.#filters).filter(([name]) => !names.includes(name as keyof FilterSet));
    return this.#settled ? yield* passing(this.#store, Object.fromEntries(others)) : undefined;
  }

  /** Shows a store, or more rows of the one that is shown. */
  setStore(store: ColumnStore, settled: boolean): void {
    if (store === this.#store && store.rows === this.#rows && settled === this.#settled) return;
    this.#store = store;
    this.#rows = store.rows;
    this.#settled = settled;
    this.#arrangement = nothing;
    this.#sortDone = undefined;
    this.#filtersDone = undefined;
    this.#arrange('rows');
    // Rows that still wait for their order are shown without one.
    if (this.#changes.size > 0) this.#tell('rows');
    if (settled && store.rows > fewRows) this.#warmingUp.run(warmUp(store, this.#language), () => undefined);
  }

  setFilters(filters: FilterSet): void {
    this.#filters = filters;
    this.#arrange('filters');
  }

  /** Changes some filters and leaves the others; undefined takes one away. */
  changeFilters(changes: FilterSet): void {
    this.setFilters({ ...this.#filters, ...changes });
  }

  setSort(sort: readonly Sort[]): void {
    this.#sort = sort;
    this.#arrange('sort');
  }

  /** Calls back once the rows are in the order, and pass the filters, that are set: at once if they are so already. */
  whenArranged(then: () => void): void {
    const isArranged = () => this.#sort === this.#sortDone && this.#filters === this.#filtersDone;
    if (isArranged()) {
      then();
      return;
    }
    const end = this.onDidChange(() => {
      if (!isArranged()) return;
      end();
      then();
    });
  }

  /** @returns a function that ends it */
  onDidChange(listener: (change: ViewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #arrange(change: ViewChange): void {
    this.#warmingUp.cancel();
    this.#changes.add(change);
    const sort = this.#sort;
    const filters = this.#filters;
    const done = (arrangement: Arrangement) => {
      this.#sortDone = sort;
      this.#filtersDone = filters;
      this.#arrangement = arrangement;
      const changes = [...this.#changes];
      this.#changes.clear();
      for (const each of changes) this.#tell(each);
    };
    const work = this.#arranged(sort, filters);
    if (this.#rows > fewRows) {
      this.#arranging.runNow(work, done);
      return;
    }
    this.#arranging.cancel();
    done(runToEnd(work));
  }

  /** Works out what has changed since it was last worked out. */
  *#arranged(sort: readonly Sort[], filters: FilterSet): Sliced<Arrangement> {
    if (!this.#settled) return nothing;
    let { sorted, mask } = this.#arrangement;
    if (sort !== this.#sortDone) {
      sorted = sort.length > 0 ? yield* sortedRows(this.#store, sort, this.#language) : undefined;
    }
    if (filters !== this.#filtersDone) mask = yield* passing(this.#store, filters);
    return { sorted, mask, order: mask ? yield* passingRows(sorted, mask) : sorted };
  }

  #tell(change: ViewChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
