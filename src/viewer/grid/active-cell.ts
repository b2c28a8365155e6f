import { type CellPlace, headerPosition } from './grid-keys.ts';
import type { GridCells } from './grid-cells.ts';
import type { GridRow } from './grid-row.ts';

/** ID of the element that says more about the active cell than the cell does; it is outside of the grid. */
export const moreId = 'cell-more';

/**
 * The one cell of the grid that is in the tab order (roving focus). When its row leaves the screen, the grid itself
 * holds the focus in its place.
 */
export class ActiveCell {
  readonly #grid: HTMLElement;
  readonly #places: GridCells;
  #place: CellPlace = { position: headerPosition, column: 0 };
  /** The element that is in the tab order; undefined: the grid itself. */
  #stop: HTMLElement | undefined;

  constructor(grid: HTMLElement, places: GridCells) {
    this.#grid = grid;
    this.#places = places;
  }

  get place(): CellPlace {
    return this.#place;
  }

  set place(place: CellPlace) {
    this.#place = place;
    this.placeTabStop();
  }

  /** Call this when other rows are on screen. Moves the focus from the grid back to the cell if the grid held it. */
  placeTabStop(): void {
    const active = this.#places.cellAt(this.#place);
    if (active !== this.#stop) {
      this.#stop?.setAttribute('tabindex', '-1');
      this.#stop?.removeAttribute('aria-describedby');
      active?.setAttribute('tabindex', '0');
      if (this.#place.position !== headerPosition) active?.setAttribute('aria-describedby', moreId);
      this.#grid.tabIndex = active ? -1 : 0;
      this.#stop = active;
    }
    if (active && document.activeElement === this.#grid) active.focus({ preventScroll: true });
  }

  /** Keeps the focus in the grid when the row that has it is about to show another record. */
  release(row: GridRow): void {
    if (row.element.contains(document.activeElement)) this.#grid.focus({ preventScroll: true });
  }
}
