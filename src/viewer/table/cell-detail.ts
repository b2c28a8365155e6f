import { moreId } from '../grid/active-cell.ts';
import type { Grid } from '../grid/grid.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import { element, setText } from '../base/dom.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

const separator = ' · ';

/**
 * Shows what the active cell has to say beyond its text, for users without a mouse: at the end of the table that is
 * farther from the cell, while the table has the focus. A screen reader reads the cell, and from here only what the
 * cell does not say itself.
 */
export class CellDetail {
  readonly #before = document.createTextNode('');
  readonly #more = element('span', { id: moreId });
  readonly #after = document.createTextNode('');
  readonly element = element(
    'p',
    { id: 'detail', class: 'detail', 'aria-hidden': 'true' },
    ...[this.#before, this.#more, this.#after],
  );
  readonly #cells: CellTexts;
  readonly #view: ViewModel;
  readonly #label: (id: ColumnId) => string;

  constructor(cells: CellTexts, view: ViewModel, label: (id: ColumnId) => string) {
    this.#cells = cells;
    this.#view = view;
    this.#label = label;
  }

  /**
   * @param isLow whether the cell is in the lower half of the table
   * @param isCut whether its text is cut off; called only if it matters, because it forces a layout of the page
   */
  show({ row, column }: Pick<Grid['active'], 'row' | 'column'>, isLow: boolean, isCut: () => boolean): void {
    this.element.classList.toggle('above', isLow);
    if (row === undefined || column === undefined) {
      this.element.classList.add('silent');
      this.#write('', '', '');
      return;
    }
    const { text, detail, problem, unknown } = this.#cells.words(this.#view.store, row, column);
    const silent = detail === '' && problem === '' && !isCut();
    this.element.classList.toggle('silent', silent);
    const named = `${this.#label(column)}: ${text}`;
    // The cell itself says why a value is unknown.
    if (unknown) this.#write([named, detail].filter(Boolean).join(separator), '', problem);
    else this.#write(named, detail, problem);
  }

  #write(value: string, more: string, problem: string): void {
    this.#before.data = more === '' ? value : value + separator;
    setText(this.#more, more);
    this.#after.data = problem === '' ? '' : separator + problem;
  }
}
