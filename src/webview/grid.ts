import { type Field, fields } from '../service/columns.ts';
import type { ViewerStrings } from '../records/protocol.ts';
import type { Cells } from './cells.ts';
import type { ColumnStore } from './column-store.ts';
import { element, move } from './dom.ts';
import { type CellPlace, headerPosition, moved } from './grid-keys.ts';
import { GridRow } from './grid-row.ts';
import { rowHeight, rowWindow, scrollTopOf, topRow, windowSize } from './row-window.ts';
import type { Sort } from './sort.ts';
import type { ViewModel } from './view-model.ts';
import { fill } from './text.ts';

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

export interface GridEvents {
  readonly onSort: (field: Field) => void;
  /** The row and field of the active cell; no row in the header. */
  readonly onActive: (row: number | undefined, field: Field) => void;
  readonly onScrolled: () => void;
}

/**
 * The table: as many DOM rows as fit on screen, over columns of any length. A row keeps its record while it is on
 * screen; those that leave are filled with those that come. One cell takes part in the tab order; when its row leaves
 * the screen, the grid itself holds the focus for it.
 */
export class Grid {
  readonly element: HTMLElement;
  readonly #cells: Cells;
  readonly #events: GridEvents;
  readonly #headers: readonly HTMLElement[];
  readonly #head: HTMLElement;
  readonly #body = element('div', { role: 'rowgroup', class: 'rows' });
  #pool: GridRow[] = [];
  readonly #rows: ViewModel;
  #store: ColumnStore | undefined;
  #order: Uint32Array | undefined;
  /** Height of what is seen of the rows, in pixels. */
  #view = 0;
  #active: CellPlace = { position: headerPosition, column: 0 };
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(strings: ViewerStrings, labels: readonly string[], cells: Cells, rows: ViewModel, events: GridEvents) {
    this.#cells = cells;
    this.#rows = rows;
    this.#events = events;
    this.#headers = fields.map((field, column) => {
      const label = labels[column] ?? field;
      return element(
        'div',
        {
          role: 'columnheader',
          class: `cell ${field}`,
          tabindex: column === 0 ? '0' : '-1',
          'aria-sort': 'none',
          'data-column': String(column),
          title: fill(strings.sortBy, label),
        },
        element('span', { class: 'value' }, label),
        element('span', { class: 'arrow', 'aria-hidden': 'true' }),
      );
    });
    const headRow = element('div', { role: 'row', class: 'row', 'aria-rowindex': '1' }, ...this.#headers);
    this.#head = element('div', { role: 'rowgroup', class: 'head' }, headRow);
    this.element = element(
      'div',
      {
        role: 'grid',
        class: 'grid',
        'aria-label': strings.heading,
        'aria-colcount': String(fields.length),
        'aria-rowcount': '1',
        tabindex: '-1',
      },
      this.#head,
      this.#body,
    );
    this.#listen();
  }

  /** To be called when other rows are to be seen. */
  update(): void {
    const { store, order, count } = this.#rows;
    if (store !== this.#store || order !== this.#order) for (const row of this.#pool) row.stale = true;
    this.#store = store;
    this.#order = order;
    this.element.setAttribute('aria-rowcount', String(count + 1));
    this.#render();
  }

  showSort(sorts: readonly Sort[]): void {
    this.#headers.forEach((header, column) => {
      const sort = sorts.find((each) => each.column === fields[column]);
      header.setAttribute('aria-sort', !sort ? 'none' : sort.descending ? 'descending' : 'ascending');
    });
  }

  /** First row on screen, as its place in the order. */
  get top(): number {
    return topRow(this.#rows.count, this.element.scrollTop, this.#view);
  }

  set top(position: number) {
    this.element.scrollTop = scrollTopOf(position, this.#rows.count, this.#view);
    this.#render();
  }

  /** Goes to the next row in the order for which `wanted` holds, after the active one and round to the start. */
  goToNext(wanted: (row: number) => Field | undefined): void {
    const rows = this.#rows.count;
    for (let step = 1; step <= rows; step += 1) {
      const position = (Math.max(this.#active.position, -1) + step + rows) % rows;
      const field = wanted(this.#rows.rowAt(position));
      if (field !== undefined) {
        this.#activate({ position, column: fields.indexOf(field) });
        return;
      }
    }
  }

  #listen(): void {
    this.element.addEventListener('scroll', () => {
      this.#render();
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#rest(), scrollRest);
    });
    new ResizeObserver(() => {
      this.#view = Math.max(0, this.element.clientHeight - this.#head.offsetHeight);
      this.#render();
    }).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('click', (event) => this.#onClick(event));
    this.element.addEventListener('focusin', (event) => {
      const place = this.#placeOf(event.target);
      if (place) this.#setActive(place);
    });
  }

  #render(): void {
    const rows = this.#rows.count;
    const { scrollTop } = this.element;
    const { height, first, end, offset } = rowWindow(rows, scrollTop, this.#view);
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
        row.show(position, this.#rows.rowAt(position), this.#rows.store, this.#cells);
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
      const row = new GridRow();
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
    if (position === headerPosition) return this.#headers[column];
    const row = this.#pool[position % Math.max(1, this.#pool.length)];
    return row?.position === position ? row.cells[column] : undefined;
  }

  #placeOf(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    if (!cell) return undefined;
    const row = cell.closest<HTMLElement>('[data-row]');
    return { position: row ? Number(row.dataset.row) : headerPosition, column: Number(cell.dataset.column) };
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey) return;
    if ((event.key === 'Enter' || event.key === ' ') && this.#active.position === headerPosition) {
      this.#sortBy(this.#active.column);
    } else {
      const page = Math.max(1, Math.floor(this.#view / rowHeight) - 1);
      const bounds = { rows: this.#rows.count, columns: fields.length, page };
      const place = moved(this.#active, event.key, event.ctrlKey || event.metaKey, bounds);
      if (!place) return;
      this.#activate(place);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #onClick(event: MouseEvent): void {
    const place = this.#placeOf(event.target);
    if (!place) return;
    this.#activate(place);
    if (place.position === headerPosition) this.#sortBy(place.column);
  }

  #sortBy(column: number): void {
    const field = fields[column];
    if (field) this.#events.onSort(field);
  }

  /** Brings a cell on screen and the focus to it. */
  #activate(place: CellPlace): void {
    this.#setActive(place);
    if (place.position !== headerPosition) this.#reveal(place.position);
    const cell = this.#cellAt(place);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The first column stays in view anyway, which would leave those beside it under it.
    if (place.column === 0) this.element.scrollLeft = 0;
  }

  #setActive(place: CellPlace): void {
    this.#active = place;
    this.#placeTabStop();
    const field = fields[place.column];
    const { position } = place;
    const shown = position >= 0 && position < this.#rows.count;
    if (field) this.#events.onActive(shown ? this.#rows.rowAt(position) : undefined, field);
  }

  #reveal(position: number): void {
    const rows = this.#rows.count;
    const { offset } = rowWindow(rows, this.element.scrollTop, this.#view);
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
