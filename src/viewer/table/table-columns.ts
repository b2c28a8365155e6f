import { isFiltered } from './filter-values.ts';
import type { Grid } from '../grid/grid.ts';
import type { GridHead } from '../grid/grid-head.ts';
import {
  type Layout,
  defaultLayout,
  movedBefore,
  movedBy,
  resized,
  visible,
  withExtraFieldsOf,
  withoutExtraFields,
} from '../grid/layout.ts';
import { type ColumnId, type FirstColumn, isExtraField } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** A column's width counts as chosen after this many milliseconds without a change. */
const widthRest = 200;

export interface TableColumnsParts {
  readonly head: GridHead;
  readonly grid: Grid;
  readonly view: ViewModel;
  readonly label: (id: ColumnId) => string;
  /** The column before those of a record, if there is one. */
  readonly first: FirstColumn | undefined;
  /** The visible columns or their order may have changed. */
  readonly onShown: () => void;
  /** The user has chosen another layout. */
  readonly onChosen: (layout: Layout) => void;
}

/** The columns of the table, their order and their widths. */
export class TableColumns {
  readonly #parts: TableColumnsParts;
  #layout: Layout;
  #hasExtraFields = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: TableColumnsParts) {
    this.#parts = parts;
    this.#layout = this.usual;
  }

  /** The layout as it is saved, which also applies to viewers whose records have more or fewer fields. */
  get layout(): Layout {
    return this.#layout;
  }

  /** The same, with only the columns that these records have. */
  get offered(): Layout {
    return this.#hasExtraFields ? this.#layout : withoutExtraFields(this.#layout);
  }

  /** Whether these records have values of a column. */
  has(id: ColumnId): boolean {
    return this.#hasExtraFields || !isExtraField(id);
  }

  /** Other records are shown. */
  showExtraFields(hasExtraFields: boolean): void {
    if (hasExtraFields === this.#hasExtraFields) return;
    this.#hasExtraFields = hasExtraFields;
    this.show(this.#layout);
  }

  /** The default layout. */
  get usual(): Layout {
    return defaultLayout(this.#parts.first);
  }

  /** The visible columns. */
  get shown(): ColumnId[] {
    return visible(this.offered).map(({ id }) => id);
  }

  show(layout: Layout): void {
    const { head, grid, view, label } = this.#parts;
    this.#layout = layout;
    const columns = visible(this.offered);
    head.showColumns(columns, label);
    head.showSort(view.sort);
    head.showFiltered((id) => isFiltered(view.filters, id));
    grid.showColumns(columns);
    this.#parts.onShown();
  }

  /** Applies the user's changes to the offered layout. */
  choose(offered: Layout): void {
    this.show(this.#hasExtraFields ? offered : withExtraFieldsOf(offered, this.#layout));
    this.#parts.onChosen(this.#layout);
  }

  move(id: ColumnId, step: -1 | 1): void {
    this.choose(movedBy(this.offered, id, step));
  }

  moveBefore(id: ColumnId, before: ColumnId | undefined): void {
    this.choose(movedBefore(this.offered, id, before));
  }

  /** @param width in pixels; undefined: automatic width */
  resize(id: ColumnId, width: number | undefined): void {
    this.#layout = resized(this.#layout, id, width);
    this.#parts.grid.showWidths(visible(this.offered));
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#parts.onChosen(this.#layout), widthRest);
  }
}
