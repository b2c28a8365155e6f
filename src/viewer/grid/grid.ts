import { effect, signal, untracked } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { element } from '../base/dom.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { type ColumnId, carriers } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { CellTexts } from './cell-texts.ts';
import { columnTracks } from './column-tracks.ts';
import type { Columns } from './columns.ts';
import type { GridHead } from './grid-head.tsx';
import { ActiveCell, type CellPlace, type GridBounds, headerPosition, moved, placeOf } from './active-cell.ts';
import { GridRows } from './grid-rows.ts';
import { rowHeight } from './row-window.ts';
import { Selection } from './selection.ts';

/** Width of the page in pixels up to which columns have less room; the style sheets have the same number. */
const narrow = 560;

/** Pixels that the bar beside many rows takes, in the style sheet that VS Code gives each page. */
const scrollbar = 10;

/** Pixels by which a key changes a column's width. */
const widthStep = 16;

/**
 * The grid and its behaviour: scrolling, keys and pointer. One cell is in the tab order; when its row leaves the
 * screen, the grid itself holds the focus in its place.
 */
export class Grid {
  readonly element: HTMLElement;
  readonly selection: Selection;
  /** Counts the times that another cell has become active, or that scrolling has ended. */
  readonly moves = signal(0);
  readonly #columns: Columns;
  readonly #head: GridHead;
  readonly #cells: CellTexts;
  readonly #body: GridRows;
  readonly #rows: ViewModel;
  /** Shows a raw record. */
  readonly #open: (row: number) => void;
  #store: ColumnStore | undefined;
  #order: Uint32Array | undefined;
  #count = 0;
  #ids: readonly ColumnId[] = [];
  readonly #active: ActiveCell;

  /** @param open shows a raw record */
  constructor(cells: CellTexts, rows: ViewModel, columns: Columns, head: GridHead, open: (row: number) => void) {
    this.#rows = rows;
    this.#columns = columns;
    this.#head = head;
    this.#cells = cells;
    this.#open = open;
    this.selection = new Selection(rows);
    this.#body = new GridRows(rows, cells, this.selection, {
      onLeave: (row) => this.#active.release(row),
      onRendered: () => this.#active.placeTabStop(),
      onRest: () => (this.moves.value += 1),
    });
    this.element = element(
      'div',
      {
        role: 'grid',
        class: 'grid',
        'aria-label': t('Charge records'),
        'aria-multiselectable': 'true',
        'aria-rowcount': '1',
        tabindex: '-1',
      },
      head.element,
      this.#body.element,
    );
    this.#active = new ActiveCell(this.element, head, this.#body);
    this.selection.changes.subscribe(() => this.#body.showSelection());
    // Widths first: rows are measured by them.
    effect(() => this.#showWidths());
    effect(() => {
      void columns.shown.value;
      untracked(() => this.#showColumns());
    });
    this.#listen();
  }

  /** The rows, without the names of the columns. */
  get rows(): HTMLElement {
    return this.#body.element;
  }

  #showColumns(): void {
    const { position, column } = this.#active.place;
    const { ids } = this.#columns;
    const place = ids.findIndex((id) => id === this.#ids[column]);
    this.#ids = ids;
    this.element.setAttribute('aria-colcount', String(ids.length));
    this.#head.show();
    this.#cells.showColumns(ids);
    this.#body.showColumns(ids);
    this.#active.place = { position, column: place === -1 ? Math.min(column, ids.length - 1) : place };
    this.#body.render();
  }

  #showWidths(): void {
    const { template, least, first } = columnTracks(this.#columns.visible.value, this.#columns.leastWidth);
    this.element.style.setProperty('--template', template);
    this.element.style.setProperty('--columns', least);
    this.element.style.setProperty('--first', first);
  }

  /**
   * Shows the columns that there is room for, from the first one on unless one farther on has the focus. Call this when
   * the size of the text has changed.
   */
  fit(): void {
    const width = document.documentElement.clientWidth - scrollbar;
    const em = Number.parseFloat(getComputedStyle(document.body).fontSize);
    const { room } = this.#columns;
    if (width < 0 || (width === room.value.width && em === room.value.em)) return;
    room.value = { width, em, isNarrow: innerWidth <= narrow };
    this.element.scrollLeft = 0;
    if (this.element.contains(document.activeElement))
      this.#active.element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * Call this when other rows are to be shown.
   *
   * @param fromTop whether to start at the first row. This scrolls before anything is written: scrolling later would
   *   make the browser lay out the page once more.
   */
  update(fromTop: boolean): void {
    if (fromTop && this.element.scrollTop !== 0) this.element.scrollTop = 0;
    const { store, order, count } = this.#rows;
    if (store !== this.#store || order !== this.#order) this.#body.invalidate();
    const shrinks = count < this.#count;
    this.#store = store;
    this.#order = order;
    this.#count = count;
    this.element.setAttribute('aria-rowcount', String(count + 1));
    const { position, column } = this.#active.place;
    if (position >= count) this.#setActive({ position: count - 1, column });
    // Only having fewer rows can change the scroll position. In all other cases, no layout is needed to know it.
    this.#body.render(fromTop ? 0 : shrinks ? this.element.scrollTop : this.#body.scrolled);
  }

  /** Rewrites the cells because their texts have changed. */
  rewrite(): void {
    this.#body.invalidate();
    this.#body.render();
  }

  /** First row on screen, as a position in the order. */
  get top(): number {
    return Math.round(this.#body.scrolled / rowHeight);
  }

  set top(position: number) {
    this.element.scrollTop = position * rowHeight;
    this.#body.render();
  }

  /** The active cell; no row in the header. */
  get active(): { readonly position: number; readonly row: number | undefined; readonly column: ColumnId | undefined } {
    const { position, column } = this.#active.place;
    const shown = position >= 0 && position < this.#rows.count;
    return { position, row: shown ? this.#rows.rowAt(position) : undefined, column: this.#columns.ids[column] };
  }

  /** Whether the active cell is in the lower half of the visible rows. */
  get isLow(): boolean {
    return this.#active.place.position * rowHeight - this.#body.scrolled > this.#body.height / 2;
  }

  /** Whether the text of the active cell is cut off. */
  get isCut(): boolean {
    const cell = this.#active.element;
    return cell !== undefined && cell.scrollWidth > cell.clientWidth;
  }

  /** Goes to the next row for which `wanted` returns a column, searching from the active row and wrapping around. */
  goToNext(wanted: (row: number) => ColumnId | undefined): void {
    const { count } = this.#rows;
    const from = Math.max(this.#active.place.position, -1);
    for (let step = 1; step <= count; step += 1) {
      const position = (from + step + count) % count;
      const id = wanted(this.#rows.rowAt(position));
      if (id !== undefined) {
        this.activate(position, id);
        return;
      }
    }
  }

  /** Scrolls a cell into view, and focuses it unless `focus` is false. */
  activate(position: number, id: ColumnId | undefined, focus = true): void {
    const places = [id, id && carriers[id]].map((wanted) => this.#columns.ids.findIndex((each) => each === wanted));
    this.#activate({ position, column: places.find((place) => place >= 0) ?? 0 }, focus);
  }

  focus(): void {
    this.#activate(this.#active.place, true);
  }

  /** Takes the focus again without scrolling. */
  takeFocus(): void {
    (this.#active.element ?? this.element).focus({ preventScroll: true });
  }

  get #bounds(): GridBounds {
    const page = Math.max(1, Math.floor(this.#body.height / rowHeight) - 1);
    return { rows: this.#rows.count, columns: this.#columns.ids.length, page };
  }

  #listen(): void {
    this.element.addEventListener('scroll', () => {
      // Only when scrolled sideways must the first column be sticky, which costs time for each row while scrolling.
      this.element.classList.toggle('sideways', this.element.scrollLeft !== 0);
      this.#body.scroll();
    });
    // Of the page and not of the grid, which has another size with or without the bar that scrolls sideways.
    new ResizeObserver(() => this.fit()).observe(document.documentElement);
    new ResizeObserver(() => {
      this.#body.height = Math.max(0, this.element.clientHeight - this.#head.element.offsetHeight);
      this.#body.render();
    }).observe(this.element);
    this.element.addEventListener('keydown', (event) => {
      if (!this.#onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#body.element.addEventListener('mousedown', (event) => {
      // Keeps the focus where the range begins, and selects no text.
      if (event.shiftKey) event.preventDefault();
    });
    this.#body.element.addEventListener('click', (event) => {
      const place = placeOf(event.target);
      if (place) this.#onClick(event, place);
    });
    this.#body.element.addEventListener('dblclick', () => this.#openActive());
    this.#body.element.addEventListener('pointerover', (event) => this.#describe(event.target));
    this.element.addEventListener('contextmenu', (event) => this.#describeContext(event.target));
    this.element.addEventListener('focusin', (event) => {
      const place = placeOf(event.target);
      if (place) this.#setActive(place);
    });
  }

  /** True if the grid handled the key: it moves between cells, selects rows, or arranges a column. */
  #onKey(event: KeyboardEvent): boolean {
    const { position, column } = this.#active.place;
    const { key, altKey, shiftKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const inHead = position === headerPosition;
    if (inHead && this.#onHeadKey(event, column)) return true;
    if (altKey) return false;
    if (control && key.toLowerCase() === 'a') this.selection.all();
    else if (key === ' ' && !inHead) this.selection.toggle(position);
    else if (key === 'Enter' && !control && !shiftKey && !inHead) this.#openActive();
    else if (key === 'Escape' && this.selection.count > 0) this.selection.clear();
    else {
      const place = moved({ position, column }, key, control, this.#bounds);
      if (!place) return false;
      this.#activate(place, true);
      const rowsOnly = place.position !== headerPosition && !inHead && place.column === column;
      if (shiftKey && rowsOnly) this.selection.extend(place.position, position);
    }
    return true;
  }

  /** True if the key has a function in the header of this column. */
  #onHeadKey({ key, altKey, shiftKey }: KeyboardEvent, column: number): boolean {
    const id = this.#columns.ids[column];
    const cell = this.#head.cellAt(column);
    if (id === undefined || !cell) return false;
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
    if (altKey && step && shiftKey) {
      this.#columns.move(id, step);
      // The column's header keeps the focus.
      this.activate(headerPosition, id);
      this.#head.sayMoved(id);
    } else if (altKey && step) this.#columns.resize(id, cell.offsetWidth + step * widthStep);
    else if (altKey && key === 'Enter') this.#columns.resize(id, undefined);
    else if (altKey && key === 'ArrowDown') this.#head.events.onFilter(id);
    else if (!altKey && (key === 'Enter' || key === ' ')) this.#head.sort(id, shiftKey);
    else return false;
    return true;
  }

  /** Handles a click on a record's cell; the focus has not moved yet. */
  #onClick(event: MouseEvent, place: CellPlace): void {
    const { position } = this.#active.place;
    const isFocused = this.element.contains(document.activeElement);
    this.#activate(place, true);
    if (event.shiftKey)
      this.selection.extend(place.position, position !== headerPosition && isFocused ? position : undefined);
    else if (event.ctrlKey || event.metaKey) this.selection.toggle(place.position);
    else this.selection.only(place.position);
  }

  /** Gives the cell that the pointer rests on a tooltip. */
  #describe(target: EventTarget | null): void {
    const place = placeOf(target);
    const id = place && this.#columns.ids[place.column];
    const row = place && this.#body.at(place.position);
    if (!id || !row) return;
    const { detail, problem } = this.#cells.words(this.#rows.store, this.#rows.rowAt(place.position), id);
    row.describe(place.column, [problem, detail].filter(Boolean).join('\n'));
  }

  /** Provides the data for VS Code's context menu, which reads it from the elements when the menu opens. */
  #describeContext(target: EventTarget | null): void {
    const place = placeOf(target);
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    if (!place || !cell) return;
    const shown = place.position !== headerPosition;
    cell.dataset.vscodeContext = JSON.stringify({
      webviewSection: shown ? 'record' : 'column',
      ...(shown && { row: this.#rows.rowAt(place.position) }),
      preventDefaultContextMenuItems: true,
    });
  }

  #openActive(): void {
    const { row } = this.active;
    if (row !== undefined) this.#open(row);
  }

  #activate(place: CellPlace, focus: boolean): void {
    this.#setActive(place);
    if (place.position !== headerPosition) this.#reveal(place.position);
    const cell = this.#active.element;
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The first column is always in view, so scrolling to it would leave the columns next to it underneath.
    if (place.column === 0) this.element.scrollLeft = 0;
  }

  #setActive(place: CellPlace): void {
    this.#active.place = place;
    this.moves.value += 1;
  }

  #reveal(position: number): void {
    const { height } = this.#body;
    const above = position * rowHeight - this.element.scrollTop;
    if (above < 0) this.top = position;
    else if (above + rowHeight > height) this.top = position + 1 - height / rowHeight;
  }
}
