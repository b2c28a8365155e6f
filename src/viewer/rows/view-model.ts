import { signal } from '@preact/signals';
import { ColumnStore } from '../data/column-store.ts';
import { type FilterSet, passing } from './filters.ts';
import { type Sort, sortedRows } from './sort.ts';

/** What has changed: `rows`: the store's rows; `filters`: which of them are shown; `sort`: only their order. */
export type ViewChange = 'rows' | 'filters' | 'sort';

/** The rows that pass, in the given order. */
function passingRows(sorted: Uint32Array | undefined, mask: Uint8Array): Uint32Array {
  const rows = new Uint32Array(mask.length);
  let count = 0;
  for (let position = 0; position < mask.length; position += 1) {
    const row = sorted === undefined ? position : (sorted[position] ?? 0);
    // The next row that passes overwrites one that does not.
    rows[count] = row;
    count += mask[row] ?? 0;
  }
  return rows.slice(0, count);
}

/**
 * Which records are shown, and in which order: filter ∘ sort over the columns. The table shows these rows; charts and
 * results are computed from the rows that pass. While records are still arriving (`settled` is false), all of them are
 * shown in the service's order: sorting a growing list would move what the user is reading.
 */
export class ViewModel {
  readonly #language: string;
  readonly #listeners = new Set<(change: ViewChange) => void>();
  #store = new ColumnStore();
  #rows = 0;
  #settled = false;
  readonly #filters = signal<FilterSet>({});
  readonly #sort = signal<readonly Sort[]>([]);
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
    return this.#filters.value;
  }

  /** The first one has the highest priority. Empty: the service's order. */
  get sort(): readonly Sort[] {
    return this.#sort.value;
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

  /** The mask as it would be without one filter: for a chart, which shows what its own brush could select, too. */
  maskWithout(name: keyof FilterSet): Uint8Array | undefined {
    return this.maskWith({ [name]: undefined });
  }

  /** The mask as it would be with some filters changed. */
  maskWith(changes: FilterSet): Uint8Array | undefined {
    return this.#settled ? passing(this.#store, { ...this.filters, ...changes }) : undefined;
  }

  /** Shows a store, or more rows of the current one. */
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
    this.#filters.value = filters;
    this.#filterRows();
    this.#tell('filters');
  }

  /** Changes some filters and keeps the others; undefined removes one. */
  changeFilters(changes: FilterSet): void {
    this.setFilters({ ...this.filters, ...changes });
  }

  setSort(sort: readonly Sort[]): void {
    this.#sort.value = sort;
    this.#sortRows();
    this.#orderRows();
    this.#tell('sort');
  }

  /** @returns a function that removes the listener */
  onDidChange(listener: (change: ViewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #sortRows(): void {
    const sorts = this.#settled && this.sort.length > 0;
    this.#sorted = sorts ? sortedRows(this.#store, this.sort, this.#language) : undefined;
  }

  #filterRows(): void {
    this.#mask = this.#settled ? passing(this.#store, this.filters) : undefined;
    this.#orderRows();
  }

  #orderRows(): void {
    this.#order = this.#mask ? passingRows(this.#sorted, this.#mask) : this.#sorted;
  }

  #tell(change: ViewChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
