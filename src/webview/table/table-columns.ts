import { isFiltered } from './filter-values.ts';
import type { Grid } from '../grid/grid.ts';
import type { GridHead } from '../grid/grid-head.ts';
import { type Layout, defaultLayout, movedBefore, movedBy, resized, visible, withHidden } from '../grid/layout.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** A column's width counts as chosen after this many milliseconds without a change. */
const widthRest = 200;

export interface TableColumnsParts {
  readonly head: GridHead;
  readonly grid: Grid;
  readonly view: ViewModel;
  readonly label: (id: ColumnId) => string;
  /** Whether the records are of more than one vehicle. */
  readonly several: boolean;
  /** Other columns may be seen, or in another order. */
  readonly onShown: () => void;
  /** The user has chosen another layout. */
  readonly onChosen: (layout: Layout) => void;
}

/** Which columns the table has, in which order, and how wide they are. */
export class TableColumns {
  readonly #parts: TableColumnsParts;
  #layout: Layout;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: TableColumnsParts) {
    this.#parts = parts;
    this.#layout = this.usual;
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** The layout that nobody has changed. */
  get usual(): Layout {
    return defaultLayout(this.#parts.several);
  }

  /** Those that are seen. */
  get shown(): ColumnId[] {
    return visible(this.#layout).map(({ id }) => id);
  }

  show(layout: Layout): void {
    const { head, grid, view, label } = this.#parts;
    this.#layout = layout;
    const columns = visible(layout);
    head.showColumns(columns, label);
    head.showSort(view.sort);
    head.showFiltered((id) => isFiltered(view.filters, id));
    grid.showColumns(columns);
    this.#parts.onShown();
  }

  /** Shows what the user has chosen. */
  choose(layout: Layout): void {
    this.show(layout);
    this.#parts.onChosen(layout);
  }

  hide(id: ColumnId): void {
    this.choose(withHidden(this.#layout, id, true));
  }

  move(id: ColumnId, step: -1 | 1): void {
    this.choose(movedBy(this.#layout, id, step));
  }

  moveBefore(id: ColumnId, before: ColumnId | undefined): void {
    this.choose(movedBefore(this.#layout, id, before));
  }

  /** @param width in pixels; undefined: as wide as there is room */
  resize(id: ColumnId, width: number | undefined): void {
    this.#layout = resized(this.#layout, id, width);
    this.#parts.grid.showWidths(visible(this.#layout));
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#parts.onChosen(this.#layout), widthRest);
  }
}
