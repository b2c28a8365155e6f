import type { CellTexts } from './cell-texts.ts';
import { element, move, setAttribute } from '../base/dom.ts';
import { GridRow } from './grid-row.ts';
import { type RowWindow, rowHeight, rowWindow, windowSize } from './row-window.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/**
 * Rows that are made, or filled for the first time, in a frame: to make or fill, style, lay out and paint all that a window
 * shows takes longer than one.
 */
const mostNewRows = 10;

/**
 * Rows that are filled in a frame. Those on screen always are; this limits those near it, which would hold up what is
 * looked at. More than can be near it, and than fast scrolling brings in a frame.
 */
const mostFilled = 20;

/** What is left to do: rows on screen to make or fill in the next frame, or rows near it to fill when there is time. */
export type RowsLeft = 'none' | 'next frame' | 'background';

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
  readonly #cells: CellTexts;
  readonly #events: RowEvents;
  #columns: readonly ColumnId[] = [];
  #pool: GridRow[] = [];
  /** Rows that were there before the columns changed: all of them are made anew at once, as any may have the focus. */
  #restored = 0;
  /** How many of them may show a record by now. */
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
   * @param height of what is seen of the rows, in pixels; 0 while the page hides them
   * @param more whether further rows may be made, or show their first record, in this frame
   */
  render(scrollTop: number, height: number, more: boolean): RowsLeft {
    const place = rowWindow(this.#view.count, scrollTop, height);
    const tall = this.#view.count * rowHeight;
    const { first } = place;
    if (tall !== this.#tall) {
      this.element.style.height = `${tall}px`;
      // Those that wait for records say nothing.
      setAttribute(this.element, 'aria-hidden', tall === 0 ? 'true' : undefined);
    }
    this.#tall = tall;
    // While the page hides them, none are made and none are taken away.
    const wanted = height > 0 ? windowSize(height) : this.#pool.length;
    this.#resizePool(wanted, more ? mostNewRows : 0);
    const size = this.#pool.length;
    if (more && tall > 0) this.#used = Math.min(size, this.#used + mostNewRows);
    let filled = 0;
    let left: RowsLeft = size < wanted ? 'next frame' : 'none';
    for (let step = 0; step < size; step += 1) {
      // Those on screen are the first ones, then those below and above it.
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

  /** @param fill whether the row may be filled; if it needs to and may not, nothing of another record stays in view */
  #place(row: GridRow, position: number, { end }: RowWindow, fill: boolean): 'filled' | 'kept' | 'left' {
    const moves = row.position !== position;
    if (position >= end) {
      this.#events.onLeave(row);
      // The page shows no table without records; those that come soon find their rows laid out.
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

  /** False if rows have shown up at other places since their elements were put into their order. */
  get isArranged(): boolean {
    return !this.#moved;
  }

  /** Puts the rows' elements into their order on screen, which assistive technology reads; keeps the focus. */
  arrange(): void {
    this.#moved = false;
    const visible = this.#pool.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    visible.forEach(({ element: row }, index) => {
      const there = this.element.children[index] ?? null;
      if (there !== row) move(this.element, row, there);
    });
  }

  /** Another size puts positions into other rows; those that stay in theirs, as at the top, keep what they show. */
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
