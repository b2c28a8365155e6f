import { type Field, fields } from '../service/columns.ts';
import type { Cells } from './cells.ts';
import type { ColumnStore } from './column-store.ts';
import { element, setAttribute } from './dom.ts';

/** One row of the grid's DOM, filled with one record after another. */
export class GridRow {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  readonly #texts: readonly Text[];
  readonly #level: HTMLElement;
  /** Place in the grid's order; -1 while it shows none. */
  position = -1;
  /** The record at its position is another one by now. */
  stale = false;
  #top = NaN;
  #plain = true;

  constructor() {
    this.#texts = fields.map(() => document.createTextNode(''));
    this.cells = this.#texts.map((text, column) =>
      element(
        'div',
        { role: 'gridcell', class: `cell ${fields[column] ?? ''}`, tabindex: '-1', 'data-column': String(column) },
        element('span', { class: 'value' }, text),
      ),
    );
    this.#level = element('span', { class: 'level', 'aria-hidden': 'true' }, element('span', {}));
    this.cells[fields.indexOf('endPercentRemaining')]?.append(this.#level);
    this.element = element('div', { role: 'row', class: 'row', hidden: '' }, ...this.cells);
  }

  show(position: number, row: number, store: ColumnStore, cells: Cells): void {
    if (this.position === -1) this.element.hidden = false;
    this.position = position;
    this.stale = false;
    this.element.dataset.row = String(position);
    // The header is the first row.
    this.element.setAttribute('aria-rowindex', String(position + 2));
    this.element.classList.toggle('odd', position % 2 === 1);
    const plain = store.problemBits.values[row] === 0;
    fields.forEach((field, column) => {
      const words = cells.words(store, row, field);
      const text = this.#texts[column];
      const cell = this.cells[column];
      if (text) text.data = words.text;
      if (!cell) return;
      // A cell without problems after one without has no attribute to change but its title.
      if (plain && this.#plain) {
        setTitle(cell, words.detail);
        return;
      }
      const title = [words.problem, words.detail].filter(Boolean).join('\n');
      setTitle(cell, title);
      cell.classList.toggle('marked', words.problem !== '');
      cell.classList.toggle('unknown', words.unknown);
      setAttribute(cell, 'aria-label', words.problem === '' ? undefined : `${words.text}. ${words.problem}`);
    });
    this.#plain = plain;
    this.#showLevel(store, row);
  }

  hide(): void {
    if (this.position === -1) return;
    this.position = -1;
    this.element.hidden = true;
    delete this.element.dataset.row;
  }

  /** @param top in pixels from the top of the scrolled area */
  moveTo(top: number): void {
    if (top === this.#top) return;
    this.#top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }

  /** The bar from start to end level. */
  #showLevel(store: ColumnStore, row: number): void {
    const start = levelOf(store, row, 'startPercentRemaining');
    const end = levelOf(store, row, 'endPercentRemaining');
    const known = start >= 0 && start <= 1 && end >= start && end <= 1;
    this.#level.hidden = !known;
    if (!known) return;
    this.#level.style.setProperty('--from', String(start));
    this.#level.style.setProperty('--gained', String(end - start));
  }
}

function levelOf(store: ColumnStore, row: number, field: Field & `${string}PercentRemaining`): number {
  return store[field].values[row] ?? NaN;
}

function setTitle(cell: HTMLElement, title: string): void {
  if (cell.title !== title) cell.title = title;
}
