import type { CellTexts } from './cell-texts.ts';
import { element, move, setAttribute } from '../base/dom.ts';
import { GridRow } from './grid-row.ts';
import { type RowWindow, rowHeight, rowWindow, windowSize } from './row-window.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/**
 * Maximum number of rows to create, or to fill for the first time, in a frame: creating or filling, styling, laying out
 * and painting all rows of a window takes longer than one frame.
 */
const mostNewRows = 10;

/**
 * Maximum number of rows to fill in a frame. Rows on screen are always filled; this limits the rows near it, which
 * would delay those that the user looks at. It is more than the rows near the screen, and more than fast scrolling
 * brings in per frame.
 */
const mostFilled = 20;

/**
 * What remains to be done: create or fill rows on screen in the next frame, or fill rows near it when there is time.
 */
export type RowsLeft = 'none' | 'next frame' | 'background';

export interface RowEvents {
  readonly isSelected: (row: number) => boolean;
  /** A row is about to show another record, or none. */
  readonly onLeave: (row: GridRow) => void;
}

/**
 * As many DOM rows as fit on screen, for any number of records. A row keeps its record while it is on screen; rows that
 * leave the screen are reused for records that enter it.
 */
export class GridRows {
  readonly element = element('div', { role: 'rowgroup', class: 'rows' });
  readonly #view: ViewModel;
  readonly #cells: CellTexts;
  readonly #events: RowEvents;
  #columns: readonly ColumnId[] = [];
  #pool: GridRow[] = [];
  /**
   * Number of rows before the columns changed: all of them are recreated at once, because any of them may have the
   * focus.
   */
  #restored = 0;
  /** How many of the rows may show a record so far. */
  #used = 0;
  #tall = -1;
  /** See {@link isArranged}. */
  #moved = false;

  constructor(view: ViewModel, cells: CellTexts, events: RowEvents) {
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
    this.#restored = Math.max(this.#restored, this.#pool.length);
    this.#pool = [];
  }

  /** Call this when the records on screen need to be written again. */
  invalidate(): void {
    for (const row of this.#pool) row.stale = true;
  }

  /** The row at this position, while it is on screen. */
  at(position: number): GridRow | undefined {
    const row = this.#pool[position % Math.max(1, this.#pool.length)];
    return row?.position === position ? row : undefined;
  }

  /**
   * @param scrollTop scroll position of the container, in pixels
   * @param height visible height of the rows, in pixels; 0 while the page hides them
   * @param more whether more rows may be created, or show their first record, in this frame
   */
  render(scrollTop: number, height: number, more: boolean): RowsLeft {
    const place = rowWindow(this.#view.count, scrollTop, height);
    const tall = this.#view.count * rowHeight;
    const { first } = place;
    if (tall !== this.#tall) {
      this.element.style.height = `${tall}px`;
      // Empty rows that wait for records have nothing for a screen reader.
      setAttribute(this.element, 'aria-hidden', tall === 0 ? 'true' : undefined);
    }
    this.#tall = tall;
    // While the page hides the rows, none are created and none are removed.
    const wanted = height > 0 ? windowSize(height) : this.#pool.length;
    this.#resizePool(wanted, more ? mostNewRows : 0);
    const size = this.#pool.length;
    if (more && tall > 0) this.#used = Math.min(size, this.#used + mostNewRows);
    let filled = 0;
    let left: RowsLeft = size < wanted ? 'next frame' : 'none';
    for (let step = 0; step < size; step += 1) {
      // Rows on screen come first, then those below and above it.
      const position = first + ((place.seenFirst - first + step) % size);
      const row = this.#pool[position % size];
      if (!row) continue;
      const seen = position >= place.seenFirst && position < place.seenEnd;
      const done = this.#place(row, position, place, step < this.#used && (seen || filled < mostFilled));
      if (done === 'filled') filled += 1;
      else if (done === 'left' && seen) left = 'next frame';
      else if (done === 'left' && left === 'none') left = 'background';
    }
    return left;
  }

  /**
   * @param fill whether the row may be filled; if it must not be but needs to be, it is moved out of view unless it
   *   stays in its position
   */
  #place(row: GridRow, position: number, { end }: RowWindow, fill: boolean): 'filled' | 'kept' | 'left' {
    const moves = row.position !== position;
    if (position >= end) {
      this.#events.onLeave(row);
      // Without records, the page shows no table; records that arrive soon find their rows laid out.
      row.hide(end === 0);
      return 'kept';
    }
    if (moves) this.#events.onLeave(row);
    const stale = moves || row.stale;
    if (stale && fill) {
      const at = this.#view.rowAt(position);
      row.show(position, at, this.#view.store, this.#cells, this.#events.isSelected(at));
      if (moves) this.#moved = true;
    }
    if (moves && !fill) row.park();
    else row.moveTo(position * rowHeight);
    if (!stale) return 'kept';
    return fill ? 'filled' : 'left';
  }

  showSelection(): void {
    for (const row of this.#pool) {
      if (row.position >= 0) row.select(this.#events.isSelected(this.#view.rowAt(row.position)));
    }
  }

  /** False if rows have appeared at other positions since their elements were last put in order. */
  get isArranged(): boolean {
    return !this.#moved;
  }

  /** Puts the rows' elements in the order on screen, which assistive technology reads; keeps the focus. */
  arrange(): void {
    this.#moved = false;
    const visible = this.#pool.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    visible.forEach(({ element: row }, index) => {
      const there = this.element.children[index] ?? null;
      if (there !== row) move(this.element, row, there);
    });
  }

  /**
   * Another size assigns positions to other rows; rows that keep their position, such as those at the top, keep their
   * content.
   */
  #resizePool(wanted: number, most: number): void {
    for (const row of this.#pool.splice(wanted)) {
      this.#events.onLeave(row);
      row.element.remove();
    }
    const size = Math.min(wanted, Math.max(this.#restored, this.#pool.length + most));
    while (this.#pool.length < size) {
      const row = new GridRow(this.#columns);
      this.#pool.push(row);
      this.element.append(row.element);
    }
  }
}
