import { type CellPlace, headerPosition } from './grid-keys.ts';
import type { GridCells } from './grid-cells.ts';
import type { GridRow } from './grid-row.ts';

/** Of the element that says more of the active cell than the cell does; it stands outside of the grid. */
export const moreId = 'cell-more';

/**
 * The one cell of the grid that takes part in the tab order (roving focus). When its row leaves the screen, the grid
 * itself holds the focus for it.
 */
export class ActiveCell {
  readonly #grid: HTMLElement;
  readonly #places: GridCells;
  #place: CellPlace = { position: headerPosition, column: 0 };
  /** The element that is in the tab order; undefined: the grid itself is. */
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

  /** To be called when other rows are on screen. Takes the focus back from the grid if it held it for the cell. */
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
