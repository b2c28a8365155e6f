import { signal } from '@preact/signals';
import type { ColumnStore } from '../data/column-store.ts';
import type { ViewModel } from '../rows/view-model.ts';

/**
 * The selected rows. The selection refers to records, so it survives another order; other filters and other records
 * clear it, because it might contain rows that are no longer visible.
 */
export class Selection {
  readonly #view: ViewModel;
  /** Counts changes. */
  readonly changes = signal(0);
  #store: ColumnStore;
  #order: Uint32Array | undefined;
  /** 1 for each selected row of the store; created when the first row is selected. */
  #mask = new Uint8Array(0);
  /** Where ranges start, as a position in the order: in another order, it would mean a different row. */
  #anchor: number | undefined;
  #count = 0;

  constructor(view: ViewModel) {
    this.#view = view;
    this.#store = view.store;
    view.onDidChange((change) => {
      const { store, order } = view;
      if (change === 'filters' || store !== this.#store) this.clear();
      if (store !== this.#store || order !== this.#order) this.#anchor = undefined;
      this.#store = store;
      this.#order = order;
    });
  }

  get count(): number {
    return this.#count;
  }

  has(row: number): boolean {
    return this.#mask[row] === 1;
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#mask.fill(0);
    this.#count = 0;
    this.changes.value += 1;
  }

  /** Selects one row and no other. Ranges start from it. */
  only(position: number): void {
    this.#anchor = position;
    this.#select(position, position);
  }

  /**
   * Selects only the rows from the last single one to this one.
   *
   * @param from where the range starts if nothing is selected, or if the order has changed since
   */
  extend(position: number, from = position): void {
    const anchor = this.#count > 0 ? (this.#anchor ?? from) : from;
    this.#anchor = anchor;
    this.#select(Math.min(anchor, position), Math.max(anchor, position));
  }

  all(): void {
    if (this.#view.count > 0) this.#select(0, this.#view.count - 1);
  }

  toggle(position: number): void {
    if (position >= this.#view.count) return;
    this.#reserve();
    const row = this.#view.rowAt(position);
    const selected = this.has(row);
    this.#anchor = position;
    this.#mask[row] = selected ? 0 : 1;
    this.#count += selected ? -1 : 1;
    this.changes.value += 1;
  }

  /** The selected rows in the order in which they are shown. */
  rows(): number[] {
    const rows: number[] = [];
    for (let position = 0; position < this.#view.count && rows.length < this.#count; position += 1) {
      const row = this.#view.rowAt(position);
      if (this.has(row)) rows.push(row);
    }
    return rows;
  }

  #select(first: number, last: number): void {
    this.#reserve();
    this.#mask.fill(0);
    const end = Math.min(last + 1, this.#view.count);
    for (let position = first; position < end; position += 1) this.#mask[this.#view.rowAt(position)] = 1;
    this.#count = Math.max(0, end - first);
    this.changes.value += 1;
  }

  #reserve(): void {
    const { rows } = this.#view.store;
    if (this.#mask.length >= rows) return;
    const larger = new Uint8Array(rows);
    larger.set(this.#mask);
    this.#mask = larger;
  }
}
