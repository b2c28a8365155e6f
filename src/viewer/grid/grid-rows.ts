import type { CellTexts } from './cell-texts.ts';
import { postponeBackground, runInBackground } from '../base/background.ts';
import { element, move, setAttribute } from '../base/dom.ts';
import { GridRow } from './grid-row.ts';
import { type RowWindow, rowHeight, rowWindow, windowSize } from './row-window.ts';
import type { Selection } from './selection.ts';
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

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

/**
 * What remains to be done: create or fill rows on screen in the next frame, or fill rows near it when there is time.
 */
type RowsLeft = 'none' | 'next frame' | 'background';

export interface RowEvents {
  /** A row is about to show another record, or none. */
  readonly onLeave: (row: GridRow) => void;
  /** Other rows may be on screen now. */
  readonly onRendered: () => void;
  /** Scrolling has ended. */
  readonly onRest: () => void;
}

/**
 * As many DOM rows as fit on screen, for any number of records. A row keeps its record while it is on screen; rows that
 * leave the screen are reused for records that enter it. Visible rows are filled at once, new ones in later frames, the
 * others when there is time, and with them the order of the elements.
 */
export class GridRows {
  readonly element = element('div', { role: 'rowgroup', class: 'rows' });
  /** Visible height of the rows, in pixels; 0 while the page hides them. */
  height = 0;
  readonly #view: ViewModel;
  readonly #cells: CellTexts;
  readonly #selection: Selection;
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
  /** Whether rows have appeared at other positions since their elements were last put in order. */
  #moved = false;
  /** Scroll position at the last rendering, in pixels: querying the element would force a layout. */
  #scrolled = 0;
  /** More rows will be created or filled in the next frame. */
  #goingOn = false;
  /** Rows near the screen will be filled, and all rows put in order, soon. */
  #finishing = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(view: ViewModel, cells: CellTexts, selection: Selection, events: RowEvents) {
    this.#view = view;
    this.#cells = cells;
    this.#selection = selection;
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

  get scrolled(): number {
    return this.#scrolled;
  }

  /** @param scrolled scroll position of the container, in pixels */
  render(scrolled = this.element.parentElement?.scrollTop ?? 0): void {
    this.#scrolled = scrolled;
    const left = this.#render(scrolled, this.height, !this.#goingOn);
    this.#events.onRendered();
    if (left === 'next frame') this.#goOn();
    else if (left === 'background' || this.#moved) this.#finish();
  }

  /** Call this at each scroll event. */
  scroll(): void {
    postponeBackground();
    this.render();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.render();
      this.#events.onRest();
    }, scrollRest);
  }

  #goOn(): void {
    if (this.#goingOn) return;
    this.#goingOn = true;
    requestAnimationFrame(() => {
      this.#goingOn = false;
      this.render();
    });
  }

  /** After the visible rows are painted and scrolling has ended. */
  #finish(): void {
    if (this.#finishing || this.#resting !== undefined) return;
    this.#finishing = true;
    runInBackground(() => {
      this.#finishing = false;
      if (this.#resting !== undefined) return;
      this.#arrange();
      this.render();
    });
  }

  /** @param more whether more rows may be created, or show their first record, in this frame */
  #render(scrollTop: number, height: number, more: boolean): RowsLeft {
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
      row.show(position, at, this.#view.store, this.#cells, this.#selection.has(at));
      if (moves) this.#moved = true;
    }
    if (moves && !fill) row.park();
    else row.moveTo(position * rowHeight);
    if (!stale) return 'kept';
    return fill ? 'filled' : 'left';
  }

  showSelection(): void {
    for (const row of this.#pool) {
      if (row.position >= 0) row.select(this.#selection.has(this.#view.rowAt(row.position)));
    }
  }

  /** Puts the rows' elements in the order on screen, which assistive technology reads; keeps the focus. */
  #arrange(): void {
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
