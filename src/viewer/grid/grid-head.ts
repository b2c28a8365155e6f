import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import type { ColumnPlace } from './layout.ts';
import { listenDrag } from '../base/edge-drag.ts';
import type { Sort } from '../rows/sort.ts';
import type { ColumnId } from '../data/view-columns.ts';

/** Pixels by which a key changes a column's width. */
const widthStep = 16;

export interface HeadEvents {
  /** @param add whether to add the column to the current sort order instead of replacing it */
  readonly onSort: (id: ColumnId, add: boolean) => void;
  /** @param width in pixels; undefined: as wide as the column needs */
  readonly onResize: (id: ColumnId, width: number | undefined) => void;
  /** @param before undefined: move to the end */
  readonly onMove: (id: ColumnId, before: ColumnId | undefined) => void;
  readonly onStep: (id: ColumnId, step: -1 | 1) => void;
  readonly onFilter: (id: ColumnId) => void;
}

/** The row of column headers: sorts, resizes, moves and filters each column, by pointer and by keyboard. */
export class GridHead {
  readonly element: HTMLElement;
  readonly #events: HeadEvents;
  readonly #row = element('div', { role: 'row', class: 'row', 'aria-rowindex': '1' });
  #ids: readonly ColumnId[] = [];
  #dragged: ColumnId | undefined;
  #resizing = false;
  cells: readonly HTMLElement[] = [];

  constructor(events: HeadEvents) {
    this.#events = events;
    this.element = element('div', { role: 'rowgroup', class: 'head' }, this.#row);
  }

  showColumns(columns: readonly ColumnPlace[], label: (id: ColumnId) => string): void {
    this.#ids = columns.map(({ id }) => id);
    this.cells = columns.map(({ id }, column) => this.#cell(id, column, label(id)));
    this.#row.replaceChildren(...this.cells);
  }

  showSort(sorts: readonly Sort[]): void {
    this.cells.forEach((cell, column) => {
      const at = sorts.findIndex((each) => each.column === this.#ids[column]);
      const sort = sorts[at];
      cell.setAttribute('aria-sort', !sort ? 'none' : sort.descending ? 'descending' : 'ascending');
      const rank = cell.querySelector('.rank');
      // A rank is useful only if there are several sort columns.
      if (rank) setText(rank, sort && sorts.length > 1 ? String(at + 1) : '');
    });
  }

  showFiltered(filtered: (id: ColumnId) => boolean): void {
    this.#ids.forEach((id, column) => this.cells[column]?.classList.toggle('filtered', filtered(id)));
  }

  labelOf(id: ColumnId): string {
    return this.cells[this.#ids.indexOf(id)]?.querySelector('.value')?.textContent ?? '';
  }

  /** True if the key has a function in the header of this column. */
  onKey(event: KeyboardEvent, column: number): boolean {
    const id = this.#ids[column];
    const cell = this.cells[column];
    if (id === undefined || !cell) return false;
    const { key, altKey, shiftKey } = event;
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
    if (altKey && step && shiftKey) this.#events.onStep(id, step);
    else if (altKey && step) this.#events.onResize(id, cell.offsetWidth + step * widthStep);
    else if (altKey && key === 'Enter') this.#events.onResize(id, undefined);
    else if (altKey && key === 'ArrowDown') this.#events.onFilter(id);
    else if (!altKey && (key === 'Enter' || key === ' ')) this.#events.onSort(id, shiftKey);
    else return false;
    return true;
  }

  #cell(id: ColumnId, column: number, label: string): HTMLElement {
    const funnel = element('span', { class: 'funnel', 'aria-hidden': 'true' });
    const edge = element('span', { class: 'edge', 'aria-hidden': 'true' });
    const cell = element(
      'div',
      {
        role: 'columnheader',
        class: `cell ${id}`,
        tabindex: '-1',
        draggable: 'true',
        'aria-sort': 'none',
        'aria-description': t('Click: sort · Shift+Click: add sort · Alt+Down: summary, filter · ?: all keys'),
        'data-column': String(column),
        title: `${t('Sort by {0}', label)}\n${t('Click: sort · Shift+Click: add sort · Alt+Down: summary, filter · ?: all keys')}`,
      },
      element('span', { class: 'value' }, label),
      element('span', { class: 'arrow', 'aria-hidden': 'true' }),
      element('span', { class: 'rank' }),
      funnel,
      edge,
    );
    cell.addEventListener('click', (event) => {
      if (event.target === funnel) this.#events.onFilter(id);
      else if (event.target !== edge) this.#events.onSort(id, event.shiftKey);
    });
    this.#listenEdge(edge, cell, id);
    this.#listenDrag(cell, id);
    return cell;
  }

  #listenEdge(edge: HTMLElement, cell: HTMLElement, id: ColumnId): void {
    listenDrag(edge, 'clientX', {
      onStart: () => {
        this.#resizing = true;
        return cell.offsetWidth;
      },
      onSize: (width) => this.#events.onResize(id, width),
      onEnd: () => (this.#resizing = false),
      onReset: () => this.#events.onResize(id, undefined),
    });
  }

  #listenDrag(cell: HTMLElement, id: ColumnId): void {
    cell.addEventListener('dragstart', (event) => {
      if (this.#resizing) event.preventDefault();
      else this.#dragged = id;
    });
    cell.addEventListener('dragend', () => (this.#dragged = undefined));
    cell.addEventListener('dragover', (event) => {
      if (this.#dragged === undefined) return;
      event.preventDefault();
      cell.classList.add('drop');
    });
    cell.addEventListener('dragleave', () => cell.classList.remove('drop'));
    cell.addEventListener('drop', (event) => {
      cell.classList.remove('drop');
      if (this.#dragged === undefined) return;
      event.preventDefault();
      const { left, width } = cell.getBoundingClientRect();
      const after = event.clientX > left + width / 2;
      this.#events.onMove(this.#dragged, after ? this.#ids[this.#ids.indexOf(id) + 1] : id);
    });
  }
}
