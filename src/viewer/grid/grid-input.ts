import type { GridHead } from './grid-head.ts';
import { type CellPlace, type GridBounds, headerPosition, moved } from './grid-keys.ts';
import type { Selection } from './selection.ts';

/** The parts of the grid that keys and clicks use. */
export interface UsedGrid {
  /** The active cell. */
  place(): CellPlace;
  /** Whether the active cell has the focus. */
  isFocused(): boolean;
  bounds(): GridBounds;
  /** Scrolls a cell into view and focuses it. */
  activate(place: CellPlace): void;
  /** Shows the raw record of the active cell. */
  open(): void;
}

/** Handles keys and clicks in the grid: they move between cells and select rows. */
export class GridInput {
  readonly #grid: UsedGrid;
  readonly #head: GridHead;
  readonly #selection: Selection;

  constructor(grid: UsedGrid, head: GridHead, selection: Selection) {
    this.#grid = grid;
    this.#head = head;
    this.#selection = selection;
  }

  /** True if the grid handled the key. */
  onKey(event: KeyboardEvent): boolean {
    const { position, column } = this.#grid.place();
    const control = event.ctrlKey || event.metaKey;
    if (position === headerPosition && this.#head.onKey(event, column)) return true;
    if (event.altKey) return false;
    if (control && event.key.toLowerCase() === 'a') {
      this.#selection.all();
      return true;
    }
    if (event.key === ' ' && position !== headerPosition) {
      this.#selection.toggle(position);
      return true;
    }
    if (event.key === 'Enter' && !control && !event.shiftKey && position !== headerPosition) {
      this.#grid.open();
      return true;
    }
    if (event.key === 'Escape' && this.#selection.count > 0) {
      this.#selection.clear();
      return true;
    }
    const place = moved({ position, column }, event.key, control, this.#grid.bounds());
    if (!place) return false;
    this.#grid.activate(place);
    const rowsOnly = place.position !== headerPosition && position !== headerPosition && place.column === column;
    if (event.shiftKey && rowsOnly) {
      this.#selection.extend(place.position, position);
    }
    return true;
  }

  /** Handles a click on a record's cell; the focus has not moved yet. */
  onClick(event: MouseEvent, place: CellPlace): void {
    const { position } = this.#grid.place();
    const from = position !== headerPosition && this.#grid.isFocused() ? position : undefined;
    this.#grid.activate(place);
    if (event.shiftKey) this.#selection.extend(place.position, from);
    else if (event.ctrlKey || event.metaKey) this.#selection.toggle(place.position);
    else this.#selection.only(place.position);
  }
}
