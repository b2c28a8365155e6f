import type { GridHead } from './grid-head.ts';
import { type CellPlace, headerPosition } from './grid-keys.ts';
import type { GridRows } from './grid-rows.ts';

/** Maps a position in the grid to its element, and an element to its position. */
export class GridCells {
  readonly #head: GridHead;
  readonly #body: GridRows;

  constructor(head: GridHead, body: GridRows) {
    this.#head = head;
    this.#body = body;
  }

  /** Undefined while the place is off screen. */
  cellAt({ position, column }: CellPlace): HTMLElement | undefined {
    return position === headerPosition ? this.#head.cells[column] : this.#body.at(position)?.cells[column];
  }

  placeOf(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    if (!cell) return undefined;
    const row = cell.closest<HTMLElement>('[data-row]');
    return { position: row ? Number(row.dataset.row) : headerPosition, column: Number(cell.dataset.column) };
  }
}
