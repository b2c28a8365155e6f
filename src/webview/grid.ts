import type { ViewerStrings } from '../records/protocol.ts';
import type { Cells } from './cells.ts';
import type { ColumnStore } from './column-store.ts';
import { columnTracks } from './column-tracks.ts';
import { element, move } from './dom.ts';
import type { GridHead } from './grid-head.ts';
import { type CellPlace, headerPosition, moved } from './grid-keys.ts';
import { GridRow } from './grid-row.ts';
import type { ColumnPlace } from './layout.ts';
import { rowHeight, rowWindow, scrollTopOf, topRow, windowSize } from './row-window.ts';
import { Selection } from './selection.ts';
import type { ColumnId } from './view-columns.ts';
import type { ViewModel } from './view-model.ts';

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

export interface GridEvents {
  /** The row and column of the active cell; no row in the header. */
  readonly onActive: (row: number | undefined, id: ColumnId) => void;
  readonly onSelect: () => void;
  readonly onScrolled: () => void;
}

/**
 * The table: as many DOM rows as fit on screen, over columns of any length. A row keeps its record while it is on
 * screen; those that leave are filled with those that come. One cell takes part in the tab order; when its row leaves
 * the screen, the grid itself holds the focus for it.
 */
export class Grid {
  readonly element: HTMLElement;
  readonly selection: Selection;
  readonly #cells: Cells;
  readonly #events: GridEvents;
  readonly #head: GridHead;
  readonly #body = element('div', { role: 'rowgroup', class: 'rows' });
  readonly #rows: ViewModel;
  #columns: readonly ColumnId[] = [];
  #pool: GridRow[] = [];
  #store: ColumnStore | undefined;
  #order: Uint32Array | undefined;
  /** Height of what is seen of the rows, in pixels. */
  #view = 0;
  #active: CellPlace = { position: headerPosition, column: 0 };
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(strings: ViewerStrings, cells: Cells, rows: ViewModel, head: GridHead, events: GridEvents) {
    this.#cells = cells;
    this.#rows = rows;
    this.#head = head;
    this.#events = events;
    this.selection = new Selection(rows, () => this.#showSelection());
    this.element = element(
      'div',
      {
        role: 'grid',
        class: 'grid',
        'aria-label': strings.heading,
        'aria-multiselectable': 'true',
        'aria-rowcount': '1',
        tabindex: '-1',
      },
      head.element,
      this.#body,
    );
    this.#listen();
  }

  /** Shows these columns. The head shows them already. */
  showColumns(columns: readonly ColumnPlace[]): void {
    const { column } = this.#active;
    this.#columns = columns.map(({ id }) => id);
    this.#active = { ...this.#active, column: Math.min(column, columns.length - 1) };
    this.element.setAttribute('aria-colcount', String(columns.length));
    for (const row of this.#pool) {
      this.#releaseFocus(row);
      row.element.remove();
    }
    this.#pool = [];
    this.showWidths(columns);
    this.#render();
  }

  showWidths(columns: readonly ColumnPlace[]): void {
    const { template, least, first } = columnTracks(columns);
    this.element.style.setProperty('--template', template);
    this.element.style.setProperty('--columns', least);
    this.element.style.setProperty('--first', first);
  }

  /** To be called when other rows are to be seen. */
  update(): void {
    const { store, order, count } = this.#rows;
    if (store !== this.#store || order !== this.#order) this.#invalidate();
    this.#store = store;
    this.#order = order;
    this.element.setAttribute('aria-rowcount', String(count + 1));
    if (this.#active.position >= count) this.#setActive({ ...this.#active, position: count - 1 });
    this.#render();
  }

  /** Writes the cells anew: their words have changed. */
  rewrite(): void {
    this.#invalidate();
    this.#render();
  }

  /** First row on screen, as its place in the order. */
  get top(): number {
    return topRow(this.#rows.count, this.element.scrollTop, this.#view);
  }

  set top(position: number) {
    this.element.scrollTop = scrollTopOf(position, this.#rows.count, this.#view);
    this.#render();
  }

  /** The active cell; no row in the header. */
  get active(): { readonly position: number; readonly row: number | undefined; readonly column: ColumnId | undefined } {
    const { position, column } = this.#active;
    const shown = position >= 0 && position < this.#rows.count;
    return { position, row: shown ? this.#rows.rowAt(position) : undefined, column: this.#columns[column] };
  }

  /** Goes to the next row in the order for which `wanted` holds, after the active one and round to the start. */
  goToNext(wanted: (row: number) => ColumnId | undefined): void {
    const { count } = this.#rows;
    for (let step = 1; step <= count; step += 1) {
      const position = (Math.max(this.#active.position, -1) + step + count) % count;
      const id = wanted(this.#rows.rowAt(position));
      if (id !== undefined) {
        this.activate(position, id);
        return;
      }
    }
  }

  /** Brings a cell on screen, and the focus to it unless that is to stay where it is. */
  activate(position: number, id: ColumnId | undefined, focus = true): void {
    this.#activate(
      {
        position,
        column: Math.max(
          0,
          this.#columns.findIndex((each) => each === id),
        ),
      },
      focus,
    );
  }

  focus(): void {
    this.#activate(this.#active, true);
  }

  #invalidate(): void {
    for (const row of this.#pool) row.stale = true;
  }

  #listen(): void {
    this.element.addEventListener('scroll', () => {
      this.#render();
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#rest(), scrollRest);
    });
    new ResizeObserver(() => {
      this.#view = Math.max(0, this.element.clientHeight - this.#head.element.offsetHeight);
      this.#render();
    }).observe(this.element);
    this.element.addEventListener('keydown', (event) => {
      if (!this.#onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#body.addEventListener('click', (event) => this.#onClick(event));
    this.#body.addEventListener('pointerover', (event) => this.#describe(event.target));
    this.element.addEventListener('contextmenu', (event) => this.#describeContext(event));
    this.element.addEventListener('focusin', (event) => {
      const place = this.#placeOf(event.target);
      if (place) this.#setActive(place);
    });
  }

  #render(): void {
    const { count } = this.#rows;
    const { scrollTop } = this.element;
    const { height, first, end, offset } = rowWindow(count, scrollTop, this.#view);
    const tall = `${height}px`;
    if (this.#body.style.height !== tall) this.#body.style.height = tall;
    this.#growPool();
    const size = this.#pool.length;
    for (let position = first; position < first + size; position += 1) {
      const row = this.#pool[position % size];
      if (!row) continue;
      if (position >= end) {
        this.#releaseFocus(row);
        row.hide();
        continue;
      }
      if (row.position !== position || row.stale) {
        if (row.position !== position) this.#releaseFocus(row);
        const at = this.#rows.rowAt(position);
        row.show(position, at, this.#rows.store, this.#cells, this.selection.has(at));
      }
      row.moveTo(offset + position * rowHeight);
    }
    this.#placeTabStop();
  }

  #growPool(): void {
    const size = windowSize(this.#view);
    if (this.#pool.length >= size) return;
    // Another size puts positions into other rows, so all start anew.
    for (const row of this.#pool) {
      this.#releaseFocus(row);
      row.hide();
    }
    while (this.#pool.length < size) {
      const row = new GridRow(this.#columns);
      this.#pool.push(row);
      this.#body.append(row.element);
    }
  }

  /** Keeps the focus in the grid when the row that has it is about to show another record. */
  #releaseFocus(row: GridRow): void {
    if (row.element.contains(document.activeElement)) this.element.focus({ preventScroll: true });
  }

  /** Exactly one element of the grid is in the tab order: the active cell, or the grid while that is off screen. */
  #placeTabStop(): void {
    const active = this.#cellAt(this.#active);
    for (const stop of this.element.querySelectorAll('[tabindex="0"]')) {
      if (stop !== active) stop.setAttribute('tabindex', '-1');
    }
    active?.setAttribute('tabindex', '0');
    this.element.tabIndex = active ? -1 : 0;
    if (active && document.activeElement === this.element) active.focus({ preventScroll: true });
  }

  #cellAt({ position, column }: CellPlace): HTMLElement | undefined {
    if (position === headerPosition) return this.#head.cells[column];
    const row = this.#pool[position % Math.max(1, this.#pool.length)];
    return row?.position === position ? row.cells[column] : undefined;
  }

  #placeOf(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    if (!cell) return undefined;
    const row = cell.closest<HTMLElement>('[data-row]');
    return { position: row ? Number(row.dataset.row) : headerPosition, column: Number(cell.dataset.column) };
  }

  /** True if the key was one of the grid's. */
  #onKey(event: KeyboardEvent): boolean {
    const { position, column } = this.#active;
    const control = event.ctrlKey || event.metaKey;
    if (position === headerPosition && this.#head.onKey(event, column)) return true;
    if (event.altKey) return false;
    if (control && event.key.toLowerCase() === 'a') {
      this.selection.all();
      return true;
    }
    if (event.key === ' ' && position !== headerPosition) {
      this.selection.toggle(position);
      return true;
    }
    if (event.key === 'Escape' && this.selection.count > 0) {
      this.selection.clear();
      return true;
    }
    const page = Math.max(1, Math.floor(this.#view / rowHeight) - 1);
    const bounds = { rows: this.#rows.count, columns: this.#columns.length, page };
    const place = moved(this.#active, event.key, control, bounds);
    if (!place) return false;
    this.#activate(place, true);
    const rowsOnly = place.position !== headerPosition && position !== headerPosition && place.column === column;
    if (event.shiftKey && rowsOnly) {
      if (this.selection.count === 0) this.selection.only(position);
      this.selection.extend(place.position);
    }
    return true;
  }

  #onClick(event: MouseEvent): void {
    const place = this.#placeOf(event.target);
    if (!place) return;
    this.#activate(place, true);
    if (event.shiftKey) this.selection.extend(place.position);
    else if (event.ctrlKey || event.metaKey) this.selection.toggle(place.position);
    else this.selection.only(place.position);
  }

  #describe(target: EventTarget | null): void {
    const place = this.#placeOf(target);
    const id = place && this.#columns[place.column];
    const row = place && this.#pool[place.position % Math.max(1, this.#pool.length)];
    if (!id || row?.position !== place.position) return;
    const { detail, problem } = this.#cells.words(this.#rows.store, this.#rows.rowAt(place.position), id);
    row.describe(place.column, [problem, detail].filter(Boolean).join('\n'));
  }

  /** Tells VS Code what its context menu is about: it reads this from the elements when the menu opens. */
  #describeContext(event: Event): void {
    const place = this.#placeOf(event.target);
    const cell = place && this.#cellAt(place);
    if (!cell) return;
    const shown = place.position !== headerPosition;
    cell.dataset.vscodeContext = JSON.stringify({
      webviewSection: shown ? 'record' : 'column',
      column: this.#columns[place.column],
      ...(shown && { row: this.#rows.rowAt(place.position) }),
      preventDefaultContextMenuItems: true,
    });
  }

  #showSelection(): void {
    for (const row of this.#pool) {
      if (row.position >= 0) row.select(this.selection.has(this.#rows.rowAt(row.position)));
    }
    this.#events.onSelect();
  }

  #activate(place: CellPlace, focus: boolean): void {
    this.#setActive(place);
    if (place.position !== headerPosition) this.#reveal(place.position);
    const cell = this.#cellAt(place);
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The first column stays in view anyway, which would leave those beside it under it.
    if (place.column === 0) this.element.scrollLeft = 0;
  }

  #setActive(place: CellPlace): void {
    this.#active = place;
    this.#placeTabStop();
    const { row, column } = this.active;
    if (column) this.#events.onActive(row, column);
  }

  #reveal(position: number): void {
    const { offset } = rowWindow(this.#rows.count, this.element.scrollTop, this.#view);
    const above = offset + position * rowHeight - this.element.scrollTop;
    if (above < 0) this.top = position;
    else if (above + rowHeight > this.#view) this.top = position + 1 - this.#view / rowHeight;
  }

  /** Puts the rows' elements into their order on screen, which assistive technology reads; keeps the focus. */
  #rest(): void {
    const visible = this.#pool.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    visible.forEach(({ element: row }, index) => {
      const there = this.#body.children[index] ?? null;
      if (there !== row) move(this.#body, row, there);
    });
    this.#events.onScrolled();
  }
}
