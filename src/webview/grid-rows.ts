import type { Cells } from './cells.ts';
import { element, move } from './dom.ts';
import { GridRow } from './grid-row.ts';
import { rowHeight, rowWindow, windowSize } from './row-window.ts';
import type { ColumnId } from './view-columns.ts';
import type { ViewModel } from './view-model.ts';

export interface RowEvents {
  readonly isSelected: (row: number) => boolean;
  /** A row is about to show another record, or none. */
  readonly onLeave: (row: GridRow) => void;
}

/**
 * As many DOM rows as fit on screen, over records of any number. A row keeps its record while it is on screen; those
 * that leave are filled with those that come.
 */
export class GridRows {
  readonly element = element('div', { role: 'rowgroup', class: 'rows' });
  readonly #view: ViewModel;
  readonly #cells: Cells;
  readonly #events: RowEvents;
  #columns: readonly ColumnId[] = [];
  #pool: GridRow[] = [];
  #tall = -1;

  constructor(view: ViewModel, cells: Cells, events: RowEvents) {
    this.#view = view;
    this.#cells = cells;
    this.#events = events;
  }

  showColumns(columns: readonly ColumnId[]): void {
    this.#columns = columns;
    for (const row of this.#pool) {
      this.#events.onLeave(row);
      row.element.remove();
    }
    this.#pool = [];
  }

  /** To be called when what the records on screen say is no longer right. */
  invalidate(): void {
    for (const row of this.#pool) row.stale = true;
  }

  /** The row at this place of the order, while it is on screen. */
  at(position: number): GridRow | undefined {
    const row = this.#pool[position % Math.max(1, this.#pool.length)];
    return row?.position === position ? row : undefined;
  }

  /**
   * @param scrollTop of what scrolls, in pixels
   * @param height of what is seen of the rows, in pixels
   */
  render(scrollTop: number, height: number): void {
    const { height: tall, first, end, offset } = rowWindow(this.#view.count, scrollTop, height);
    if (tall !== this.#tall) this.element.style.height = `${tall}px`;
    this.#tall = tall;
    this.#resizePool(windowSize(height));
    const size = this.#pool.length;
    for (let position = first; position < first + size; position += 1) {
      const row = this.#pool[position % size];
      if (!row) continue;
      if (position >= end) {
        this.#events.onLeave(row);
        row.hide();
        continue;
      }
      if (row.position !== position || row.stale) {
        if (row.position !== position) this.#events.onLeave(row);
        const at = this.#view.rowAt(position);
        row.show(position, at, this.#view.store, this.#cells, this.#events.isSelected(at));
      }
      row.moveTo(offset + position * rowHeight);
    }
  }

  showSelection(): void {
    for (const row of this.#pool) {
      if (row.position >= 0) row.select(this.#events.isSelected(this.#view.rowAt(row.position)));
    }
  }

  /** Puts the rows' elements into their order on screen, which assistive technology reads; keeps the focus. */
  arrange(): void {
    const visible = this.#pool.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    visible.forEach(({ element: row }, index) => {
      const there = this.element.children[index] ?? null;
      if (there !== row) move(this.element, row, there);
    });
  }

  #resizePool(size: number): void {
    if (this.#pool.length === size) return;
    // Another size puts positions into other rows, so all start anew.
    for (const row of this.#pool) {
      this.#events.onLeave(row);
      row.hide();
    }
    for (const row of this.#pool.splice(size)) row.element.remove();
    while (this.#pool.length < size) {
      const row = new GridRow(this.#columns);
      this.#pool.push(row);
      this.element.append(row.element);
    }
  }
}
