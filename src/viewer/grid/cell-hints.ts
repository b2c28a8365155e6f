import type { CellTexts } from './cell-texts.ts';
import { headerPosition } from './grid-keys.ts';
import type { GridCells } from './grid-cells.ts';
import type { GridRows } from './grid-rows.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/**
 * Additional information about a cell: a tooltip for the pointer that rests on it, and data for VS Code's context menu.
 */
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
