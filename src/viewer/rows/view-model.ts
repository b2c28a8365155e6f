import { ColumnStore } from '../data/column-store.ts';
import { type FilterSet, passing } from './filters.ts';
import { type Sort, sortedRows } from './sort.ts';

/** What has changed: `rows` of the store itself, which of them are shown, or only their order. */
export type ViewChange = 'rows' | 'filters' | 'sort';

/** The rows of an order that pass. */
function passingRows(sorted: Uint32Array | undefined, mask: Uint8Array): Uint32Array {
  const rows = new Uint32Array(mask.length);
  let count = 0;
  for (let position = 0; position < mask.length; position += 1) {
    const row = sorted === undefined ? position : (sorted[position] ?? 0);
    // What doesn't pass is overwritten by the next that does.
    rows[count] = row;
    count += mask[row] ?? 0;
  }
  return rows.slice(0, count);
}

/**
 * What of the records is seen, and in which order: filter ∘ sort over the columns. The table shows it; charts and
 * answers are worked out from the rows that pass. While records still arrive (`settled` is false), all of them show in
 * the service's order: sorting what grows would move what is being read.
 */
export class ViewModel {
  readonly #language: string;
  readonly #listeners = new Set<(change: ViewChange) => void>();
  #store = new ColumnStore();
  #rows = 0;
  #settled = false;
  #filters: FilterSet = {};
  #sort: readonly Sort[] = [];
  /** All rows in their order; undefined: the service's. */
  #sorted: Uint32Array | undefined;
  #mask: Uint8Array | undefined;
  #order: Uint32Array | undefined;

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
    return this.#order?.length ?? this.#store.rows;
  }

  /** Rows of the store in the order they are shown; undefined: all, in the service's order. */
  get order(): Uint32Array | undefined {
    return this.#order;
  }

  /** 1 for each row of the store that is shown, else 0; undefined: all are. */
  get mask(): Uint8Array | undefined {
    return this.#mask;
  }

  rowAt(position: number): number {
    return this.#order?.[position] ?? position;
  }

  /** The mask as it were without one filter: for a chart, which shows around its own brush what it could choose. */
  maskWithout(name: keyof FilterSet): Uint8Array | undefined {
    return this.maskWith({ [name]: undefined });
  }

  /** The mask as it were with some filters changed. */
  maskWith(changes: FilterSet): Uint8Array | undefined {
    return this.#settled ? passing(this.#store, { ...this.#filters, ...changes }) : undefined;
  }

  /** Shows a store, or more rows of the one that is shown. */
  setStore(store: ColumnStore, settled: boolean): void {
    if (store === this.#store && store.rows === this.#rows && settled === this.#settled) return;
    this.#store = store;
    this.#rows = store.rows;
    this.#settled = settled;
    this.#sortRows();
    this.#filterRows();
    this.#tell('rows');
  }

  setFilters(filters: FilterSet): void {
    this.#filters = filters;
    this.#filterRows();
    this.#tell('filters');
  }

  /** Changes some filters and leaves the others; undefined takes one away. */
  changeFilters(changes: FilterSet): void {
    this.setFilters({ ...this.#filters, ...changes });
  }

  setSort(sort: readonly Sort[]): void {
    this.#sort = sort;
    this.#sortRows();
    this.#orderRows();
    this.#tell('sort');
  }

  /** @returns a function that ends it */
  onDidChange(listener: (change: ViewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #sortRows(): void {
    const sorts = this.#settled && this.#sort.length > 0;
    this.#sorted = sorts ? sortedRows(this.#store, this.#sort, this.#language) : undefined;
  }

  #filterRows(): void {
    this.#mask = this.#settled ? passing(this.#store, this.#filters) : undefined;
    this.#orderRows();
  }

  #orderRows(): void {
    this.#order = this.#mask ? passingRows(this.#sorted, this.#mask) : this.#sorted;
  }

  #tell(change: ViewChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
