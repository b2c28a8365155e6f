import { t } from '../../common/translate.ts';
import { ActiveCell } from './active-cell.ts';
import type { CellTexts } from './cell-texts.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { columnTracks } from './column-tracks.ts';
import { element } from '../base/dom.ts';
import type { GridHead } from './grid-head.ts';
import { GridInput } from './grid-input.ts';
import { type CellPlace, type GridBounds, headerPosition } from './grid-keys.ts';
import { GridCells } from './grid-cells.ts';
import { GridRows } from './grid-rows.ts';
import type { ColumnPlace } from './layout.ts';
import { RowFrames } from './row-frames.ts';
import { rowHeight } from './row-window.ts';
import { Selection } from './selection.ts';
import { type ColumnId, carriers } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/**
 * Additional information about a cell: a tooltip for the pointer that rests on it, and data for VS Code's context menu.
 */
class CellHints {
  readonly #places: GridCells;
  readonly #body: GridRows;
  readonly #view: ViewModel;
  readonly #cells: CellTexts;

  constructor(places: GridCells, body: GridRows, view: ViewModel, cells: CellTexts) {
    this.#places = places;
    this.#body = body;
    this.#view = view;
    this.#cells = cells;
  }

  /** @param columns the columns that are shown */
  describe(target: EventTarget | null, columns: readonly ColumnId[]): void {
    const place = this.#places.placeOf(target);
    const id = place && columns[place.column];
    const row = place && this.#body.at(place.position);
    if (!id || !row) return;
    const { detail, problem } = this.#cells.words(this.#view.store, this.#view.rowAt(place.position), id);
    row.describe(place.column, [problem, detail].filter(Boolean).join('\n'));
  }

  /** Provides the data for VS Code's context menu, which reads it from the elements when the menu opens. */
  describeContext(target: EventTarget | null): void {
    const place = this.#places.placeOf(target);
    const cell = place && this.#places.cellAt(place);
    if (!cell) return;
    const shown = place.position !== headerPosition;
    cell.dataset.vscodeContext = JSON.stringify({
      webviewSection: shown ? 'record' : 'column',
      ...(shown && { row: this.#view.rowAt(place.position) }),
      preventDefaultContextMenuItems: true,
    });
  }
}

export interface GridEvents {
  /** Another cell has become active. */
  readonly onActive: () => void;
  readonly onSelect: () => void;
  readonly onScrolled: () => void;
  /** The user wants to see the raw record of the active cell. */
  readonly onOpen: () => void;
}

/**
 * The grid and its behaviour: scrolling, keys and pointer. One cell is in the tab order; when its row leaves the
 * screen, the grid itself holds the focus in its place.
 */
export class Grid {
  readonly element: HTMLElement;
  readonly selection: Selection;
  readonly #events: GridEvents;
  readonly #head: GridHead;
  readonly #cells: CellTexts;
  readonly #body: GridRows;
  readonly #rows: ViewModel;
  #columns: readonly ColumnId[] = [];
  #store: ColumnStore | undefined;
  #order: Uint32Array | undefined;
  #count = 0;
  readonly #frames: RowFrames;
  readonly #places: GridCells;
  readonly #active: ActiveCell;
  readonly #hints: CellHints;
  readonly #input: GridInput;

  constructor(cells: CellTexts, rows: ViewModel, head: GridHead, events: GridEvents) {
    this.#rows = rows;
    this.#head = head;
    this.#cells = cells;
    this.#events = events;
    this.selection = new Selection(rows, () => this.#showSelection());
    this.#body = new GridRows(rows, cells, {
      isSelected: (row) => this.selection.has(row),
      onLeave: (row) => this.#active.release(row),
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
    this.#places = new GridCells(head, this.#body);
    this.#active = new ActiveCell(this.element, this.#places);
    this.#hints = new CellHints(this.#places, this.#body, rows, cells);
    this.#frames = new RowFrames(this.element, this.#body, {
      onRendered: () => this.#active.placeTabStop(),
      onRest: () => events.onScrolled(),
    });
    const used = {
      place: () => this.#active.place,
      isFocused: () => this.element.contains(document.activeElement),
      bounds: () => this.#bounds,
      activate: (place: CellPlace) => this.#activate(place, true),
      open: () => events.onOpen(),
    };
    this.#input = new GridInput(used, head, this.selection);
    this.#listen();
  }

  /** The rows, without the names of the columns. */
  get rows(): HTMLElement {
    return this.#body.element;
  }

  /** Shows these columns. The header must show them already. */
  showColumns(columns: readonly ColumnPlace[]): void {
    const { position, column } = this.#active.place;
    this.#columns = columns.map(({ id }) => id);
    this.element.setAttribute('aria-colcount', String(columns.length));
    this.#cells.showColumns(this.#columns);
    this.#body.showColumns(this.#columns);
    this.#active.place = { position, column: Math.min(column, columns.length - 1) };
    this.showWidths(columns);
    this.#frames.render();
  }

  showWidths(columns: readonly ColumnPlace[]): void {
    const { template, least, first } = columnTracks(columns, (id) => this.#head.labelOf(id));
    this.element.style.setProperty('--template', template);
    this.element.style.setProperty('--columns', least);
    this.element.style.setProperty('--first', first);
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
    this.#frames.render(fromTop ? 0 : shrinks ? this.element.scrollTop : this.#frames.scrolled);
  }

  /** Rewrites the cells because their texts have changed. */
  rewrite(): void {
    this.#body.invalidate();
    this.#frames.render();
  }

  /** First row on screen, as a position in the order. */
  get top(): number {
    return Math.round(this.#frames.scrolled / rowHeight);
  }

  set top(position: number) {
    this.element.scrollTop = position * rowHeight;
    this.#frames.render();
  }

  /** The active cell; no row in the header. */
  get active(): { readonly position: number; readonly row: number | undefined; readonly column: ColumnId | undefined } {
    const { position, column } = this.#active.place;
    const shown = position >= 0 && position < this.#rows.count;
    return { position, row: shown ? this.#rows.rowAt(position) : undefined, column: this.#columns[column] };
  }

  /** Whether the active cell is in the lower half of the visible rows. */
  get isLow(): boolean {
    return this.#active.place.position * rowHeight - this.#frames.scrolled > this.#frames.height / 2;
  }

  /** Whether the text of the active cell is cut off. */
  get isCut(): boolean {
    const cell = this.#places.cellAt(this.#active.place);
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
    const places = [id, id && carriers[id]].map((wanted) => this.#columns.findIndex((each) => each === wanted));
    this.#activate({ position, column: places.find((place) => place >= 0) ?? 0 }, focus);
  }

  focus(): void {
    this.#activate(this.#active.place, true);
  }

  /** Takes the focus again without scrolling. */
  takeFocus(): void {
    (this.#places.cellAt(this.#active.place) ?? this.element).focus({ preventScroll: true });
  }

  get #bounds(): GridBounds {
    const page = Math.max(1, Math.floor(this.#frames.height / rowHeight) - 1);
    return { rows: this.#rows.count, columns: this.#columns.length, page };
  }

  #listen(): void {
    this.element.addEventListener('scroll', () => {
      // Only when scrolled sideways must the first column be sticky, which costs time for each row while scrolling.
      this.element.classList.toggle('sideways', this.element.scrollLeft !== 0);
      this.#frames.scroll();
    });
    new ResizeObserver(() => {
      this.#frames.height = Math.max(0, this.element.clientHeight - this.#head.element.offsetHeight);
      this.#frames.render();
    }).observe(this.element);
    this.element.addEventListener('keydown', (event) => {
      if (!this.#input.onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#body.element.addEventListener('mousedown', (event) => {
      // Keeps the focus where the range begins, and selects no text.
      if (event.shiftKey) event.preventDefault();
    });
    this.#body.element.addEventListener('click', (event) => {
      const place = this.#places.placeOf(event.target);
      if (place) this.#input.onClick(event, place);
    });
    this.#body.element.addEventListener('dblclick', () => this.#events.onOpen());
    this.#body.element.addEventListener('pointerover', (event) => this.#hints.describe(event.target, this.#columns));
    this.element.addEventListener('contextmenu', (event) => this.#hints.describeContext(event.target));
    this.element.addEventListener('focusin', (event) => {
      const place = this.#places.placeOf(event.target);
      if (place) this.#setActive(place);
    });
  }

  #showSelection(): void {
    this.#body.showSelection();
    this.#events.onSelect();
  }

  #activate(place: CellPlace, focus: boolean): void {
    this.#setActive(place);
    if (place.position !== headerPosition) this.#reveal(place.position);
    const cell = this.#places.cellAt(place);
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The first column is always in view, so scrolling to it would leave the columns next to it underneath.
    if (place.column === 0) this.element.scrollLeft = 0;
  }

  #setActive(place: CellPlace): void {
    this.#active.place = place;
    this.#events.onActive();
  }

  #reveal(position: number): void {
    const { height } = this.#frames;
    const above = position * rowHeight - this.element.scrollTop;
    if (above < 0) this.top = position;
    else if (above + rowHeight > height) this.top = position + 1 - height / rowHeight;
  }
}
