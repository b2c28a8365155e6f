import type { CellTexts } from './cell-texts.ts';
import { type CellPlace, headerPosition } from './grid-keys.ts';
import type { GridCells } from './grid-cells.ts';
import type { GridRows } from './grid-rows.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** What a cell says to those who point at it: to a pointer that rests on it, and to VS Code's context menu. */
export class CellHints {
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

  /** @param columns those that are shown */
  describe(target: EventTarget | null, columns: readonly ColumnId[]): void {
    const place = this.#places.placeOf(target);
    const id = place && columns[place.column];
    const row = place && this.#body.at(place.position);
    if (!id || !row) return;
    const { detail, problem } = this.#cells.words(this.#view.store, this.#view.rowAt(place.position), id);
    row.describe(place.column, [problem, detail].filter(Boolean).join('\n'));
  }

  /** Tells VS Code what its context menu is about: it reads this from the elements when the menu opens. */
  describeContext(target: EventTarget | null, columns: readonly ColumnId[]): void {
    const place = this.#places.placeOf(target);
    const cell = place && this.#places.cellAt(place);
    if (cell) cell.dataset.vscodeContext = JSON.stringify(this.#context(place, columns));
  }

  #context({ position, column }: CellPlace, columns: readonly ColumnId[]): object {
    const shown = position !== headerPosition;
    return {
      webviewSection: shown ? 'record' : 'column',
      column: columns[column],
      ...(shown && { row: this.#view.rowAt(position) }),
      preventDefaultContextMenuItems: true,
    };
  }
}
