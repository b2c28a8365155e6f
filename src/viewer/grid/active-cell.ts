import type { GridHead } from './grid-head.tsx';
import type { GridRow } from './grid-row.ts';
import type { GridRows } from './grid-rows.ts';

/** Position of the header row; records count from 0. */
export const headerPosition = -1;

export interface CellPlace {
  readonly position: number;
  readonly column: number;
}

export interface GridBounds {
  readonly rows: number;
  readonly columns: number;
  /** Rows that PageUp and PageDown move by. */
  readonly page: number;
}

/** The cell that a key leads to (WAI-ARIA's data grid pattern), or undefined if the grid does not handle the key. */
export function moved(from: CellPlace, key: string, control: boolean, bounds: GridBounds): CellPlace | undefined {
  const { position, column } = from;
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const row = (to: number) => ({ position: Math.max(headerPosition, Math.min(to, lastRow)), column });
  const cell = (to: number) => ({ position, column: Math.max(0, Math.min(to, lastColumn)) });
  switch (key) {
    case 'ArrowDown':
      return row(control ? lastRow : position + 1);
    case 'ArrowUp':
      return row(control ? 0 : position - 1);
    case 'ArrowRight':
      return cell(control ? lastColumn : column + 1);
    case 'ArrowLeft':
      return cell(control ? 0 : column - 1);
    case 'PageDown':
      return row(position + bounds.page);
    case 'PageUp':
      // Within the records, it stops at the first one.
      return row(position > 0 ? Math.max(0, position - bounds.page) : position - 1);
    case 'Home':
      return control ? { position: Math.min(0, lastRow), column: 0 } : cell(0);
    case 'End':
      return control ? { position: lastRow, column: lastColumn } : cell(lastColumn);
    default:
      return undefined;
  }
}

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
