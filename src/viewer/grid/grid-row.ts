import { t } from '../../common/translate.ts';
import type { CellTexts } from './cell-texts.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { element, setAttribute } from '../base/dom.ts';
import type { ColumnId } from '../data/view-columns.ts';

/** Width of the bar for a full battery, in pixels; the style sheet has the same number. */
const levelWidth = 36;

const arrow = / [\u2192\u21d2] /;

/** Position above all rows, where rows are clipped; in pixels. */
const outOfSight = -100;

/** One row of the grid's DOM, which is reused for one record after another. */
export class GridRow {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  readonly #columns: readonly ColumnId[];
  readonly #texts: readonly Text[];
  /** What is read of a cell that has shown an arrow: screen readers skip them, or say "right arrow". */
  readonly #spoken: (Text | undefined)[] = [];
  /** The current text of each node: reading it from the page takes as long as writing it. */
  readonly #said: string[];
  readonly #level: HTMLElement | undefined;
  /** Position in the grid's order; -1 while it shows no record. */
  position = -1;
  /** A different record is now at its position. */
  stale = false;
  #top = NaN;
  #hidden = false;
  /** Whether it has ever shown a record. */
  #used = false;
  /** The levels that the bar shows. */
  #from = NaN;
  #to = NaN;
  #levelShown = true;
  /** The cell that has a tooltip. */
  #described: HTMLElement | undefined;
  #selected = false;
  #odd = false;
  /** For each cell, whether it looks different from a plain one: only then must its appearance be reset. */
  readonly #special: boolean[];

  constructor(columns: readonly ColumnId[]) {
    this.#columns = columns;
    this.#special = columns.map(() => false);
    this.#texts = columns.map(() => document.createTextNode(''));
    this.#said = columns.map(() => '');
    this.cells = columns.map((id, column) =>
      element(
        'div',
        { role: 'gridcell', class: `cell ${id}`, tabindex: '-1', 'data-column': String(column) },
        this.#texts[column] ?? '',
      ),
    );
    const levelCell = this.cells[columns.indexOf('levels')];
    if (levelCell) {
      this.#level = element('span', { class: 'level', 'aria-hidden': 'true' });
      levelCell.append(this.#level);
    }
    this.element = element('div', { role: 'row', class: 'row' }, ...this.cells);
    this.moveTo(outOfSight);
  }

  show(position: number, row: number, store: ColumnStore, cells: CellTexts, selected: boolean): void {
    if (this.#hidden) this.element.hidden = false;
    this.#hidden = false;
    this.#used = true;
    this.position = position;
    this.stale = false;
    this.element.dataset.row = String(position);
    // The header is the first row.
    this.element.setAttribute('aria-rowindex', String(position + 2));
    this.#stripe(position % 2 === 1);
    this.#columns.forEach((id, column) => {
      const plain = cells.plain(store, row, id);
      if (plain === undefined) this.#showCell(column, cells.words(store, row, id));
      else this.#showPlain(column, plain);
    });
    this.#described?.removeAttribute('title');
    this.#showLevel(store, row);
    this.select(selected);
  }

  /**
   * Gives a cell a tooltip while the pointer rests on it, including the full text if that does not fit. Only then,
   * because writing titles while scrolling is expensive.
   */
  describe(column: number, more: string): void {
    this.#described?.removeAttribute('title');
    const cell = this.cells[column];
    this.#described = cell;
    if (!cell) return;
    const all = cell.scrollWidth > cell.clientWidth ? (this.#texts[column]?.data ?? '') : '';
    const title = [all, more].filter(Boolean).join('\n');
    if (title !== '') cell.title = title;
  }

  select(selected: boolean): void {
    if (selected === this.#selected) return;
    this.#selected = selected;
    setAttribute(this.element, 'aria-selected', selected ? 'true' : undefined);
  }

  /** Moves it off the screen until it shows another record. Hiding it and laying it out again later would cost more. */
  park(): void {
    if (this.position === -1) return;
    this.position = -1;
    delete this.element.dataset.row;
    this.moveTo(outOfSight);
  }

  /** @param ready whether it stays laid out if it has never shown a record */
  hide(ready: boolean): void {
    this.position = -1;
    if (this.#hidden || (ready && !this.#used)) return;
    this.#hidden = true;
    this.element.hidden = true;
    delete this.element.dataset.row;
  }

  /** @param top in pixels from the top of the scrolled area */
  moveTo(top: number): void {
    if (top === this.#top) return;
    this.#top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }

  #stripe(odd: boolean): void {
    if (odd === this.#odd) return;
    this.#odd = odd;
    this.element.classList.toggle('odd', odd);
  }

  #showPlain(column: number, text: string): void {
    const node = this.#texts[column];
    const cell = this.cells[column];
    if (!node || !cell) return;
    if (text !== this.#said[column]) {
      this.#said[column] = text;
      node.data = text;
      this.#speak(column, text);
    }
    if (!this.#special[column]) return;
    this.#special[column] = false;
    cell.classList.remove('marked', 'unknown', 'changed');
    cell.removeAttribute('aria-label');
  }

  #speak(column: number, text: string): void {
    if (!this.#spoken[column]) {
      const [cell, node] = [this.cells[column], this.#texts[column]];
      if (!cell || !node || !arrow.test(text)) return;
      this.#spoken[column] = document.createTextNode('');
      const unseen = element('span', { class: 'unseen' }, this.#spoken[column]);
      cell.prepend(element('span', { 'aria-hidden': 'true' }, node), unseen);
    }
    this.#spoken[column].data = text.split(arrow).join(` ${t('to')} `);
  }

  #showCell(column: number, { text, detail, problem, unknown, changed = false }: ReturnType<CellTexts['words']>): void {
    this.#showPlain(column, text);
    const cell = this.cells[column];
    if (!cell) return;
    this.#special[column] = true;
    cell.classList.toggle('marked', problem !== '');
    cell.classList.toggle('unknown', unknown);
    cell.classList.toggle('changed', changed);
    const reason = problem === '' && unknown ? detail : problem;
    setAttribute(cell, 'aria-label', reason === '' ? undefined : `${text}. ${reason}`);
  }

  /** The bar from start to end level. */
  #showLevel(store: ColumnStore, row: number): void {
    if (!this.#level) return;
    const start = store.startPercentRemaining.at(row);
    const end = store.endPercentRemaining.at(row);
    const known = start >= 0 && start <= 1 && end >= start && end <= 1;
    if (known !== this.#levelShown) this.#level.hidden = !known;
    this.#levelShown = known;
    if (!known || (start === this.#from && end === this.#to)) return;
    this.#from = start;
    this.#to = end;
    // The start level is drawn over the end level. Setting custom properties would make the browser parse the styles of
    // the whole bar again.
    this.#level.style.backgroundSize = `${start * levelWidth}px 100%, ${end * levelWidth}px 100%`;
  }
}
