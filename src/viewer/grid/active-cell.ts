import { type CellPlace, headerPosition } from './grid-keys.ts';
import type { GridHead } from './grid-head.tsx';
import type { GridRow } from './grid-row.ts';
import type { GridRows } from './grid-rows.ts';

/** ID of the element that says more about the active cell than the cell does; it is outside of the grid. */
export const moreId = 'cell-more';

/** Undefined unless the target is in a cell. */
export function placeOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  if (!cell) return undefined;
  const row = cell.closest<HTMLElement>('[data-row]');
  return { position: row ? Number(row.dataset.row) : headerPosition, column: Number(cell.dataset.column) };
}

/**
 * The one cell of the grid that is in the tab order (roving focus). When its row leaves the screen, the grid itself
 * holds the focus in its place.
 */
export class ActiveCell {
  readonly #grid: HTMLElement;
  readonly #head: GridHead;
  readonly #rows: GridRows;
  #place: CellPlace = { position: headerPosition, column: 0 };
  /** The element that is in the tab order; undefined: the grid itself. */
  #stop: HTMLElement | undefined;

  constructor(grid: HTMLElement, head: GridHead, rows: GridRows) {
    this.#grid = grid;
    this.#head = head;
    this.#rows = rows;
  }

  get place(): CellPlace {
    return this.#place;
  }

  set place(place: CellPlace) {
    this.#place = place;
    this.placeTabStop();
  }

  /** Undefined while the place is off screen. */
  get element(): HTMLElement | undefined {
    const { position, column } = this.#place;
    return position === headerPosition ? this.#head.cellAt(column) : this.#rows.at(position)?.cells[column];
  }

  /** Call this when other rows are on screen. Moves the focus from the grid back to the cell if the grid held it. */
  placeTabStop(): void {
    const active = this.element;
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
