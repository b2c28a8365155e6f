import type { Cells } from '../grid/cells.ts';
import { element, setText } from '../base/dom.ts';
import { fill } from '../base/text.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../data/view-model.ts';

/** The line below the table: all that the active cell has to say, for those who have no mouse to hover. */
export class CellDetail {
  readonly element = element('p', { id: 'detail', class: 'detail', 'aria-hidden': 'true' });
  readonly #cells: Cells;
  readonly #view: ViewModel;
  readonly #label: (id: ColumnId) => string;

  constructor(cells: Cells, view: ViewModel, label: (id: ColumnId) => string) {
    this.#cells = cells;
    this.#view = view;
    this.#label = label;
  }

  show({ row, column }: { readonly row: number | undefined; readonly column: ColumnId | undefined }): void {
    if (row === undefined || column === undefined) {
      setText(this.element, '');
      return;
    }
    const { text, detail, problem } = this.#cells.words(this.#view.store, row, column);
    const parts = [fill('{0}: {1}', this.#label(column), text), detail, problem].filter(Boolean);
    setText(this.element, parts.join(' · '));
    this.element.classList.toggle('marked', problem !== '');
  }
}
