import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { FilterEditor } from './filter-editor.ts';
import { activeFilters, filteredBy, isFiltered, withoutColumn } from './filter-values.ts';
import type { FilterSet } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import type { GridHead } from '../grid/grid-head.ts';
import type { Popup } from '../base/popup.ts';
import type { Toolbar } from './toolbar.ts';
import { fill } from '../base/text.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

export interface TableFiltersParts {
  readonly strings: ViewerStrings;
  readonly formats: Formats;
  readonly view: ViewModel;
  readonly toolbar: Toolbar;
  readonly head: GridHead;
  readonly popup: Popup;
  readonly label: (id: ColumnId) => string;
}

/** What the table's filters are set with, and where it is seen that they are set. */
export class TableFilters {
  readonly #parts: TableFiltersParts;
  readonly #editor: FilterEditor;
  #marked = 0;

  constructor(parts: TableFiltersParts) {
    this.#parts = parts;
    this.#editor = new FilterEditor(parts.strings, parts.formats, parts.view);
  }

  /** Opens what a column is filtered with, below its header if that is seen. */
  open(column: ColumnId): void {
    const id = filteredBy(column);
    const { strings, head, toolbar, popup, label } = this.#parts;
    const header = head.element.querySelector<HTMLElement>(`.${column}`);
    const name = fill(strings.filterColumn, label(id));
    popup.open(header ?? toolbar.columns, name, ...this.#editor.fields(id, label(id)));
  }

  change(change: FilterSet): void {
    this.#parts.view.changeFilters(change);
  }

  clear(): void {
    this.#parts.view.setFilters({});
  }

  clearColumn(id: ColumnId): void {
    this.change(withoutColumn(this.#parts.view.filters, filteredBy(id)));
  }

  /** How many records are not as the contract says. */
  set marked(count: number) {
    this.#marked = count;
    this.#showMarked();
  }

  /** Shows marked records only, if there are any, or all again. */
  toggleMarked(): void {
    const { marked } = this.#parts.view.filters;
    if (marked || this.#marked > 0) this.change({ marked: marked ? undefined : true });
  }

  /** Shows which filters are set. */
  show(): void {
    const { strings, formats, view, toolbar, head, label } = this.#parts;
    const { filters } = view;
    toolbar.showFilters(filters.text ?? '', activeFilters(filters, strings, formats, label), filters.marked === true);
    this.#showMarked();
    // Not emptied first: what a screen reader has read already would be read again.
    toolbar.say(this.#nonePasses ? strings.noMatches : '');
    head.showFiltered((id) => isFiltered(filters, id));
  }

  /** Says so where no row passes. To be called when others pass than before. */
  showPassing(): void {
    const { strings, toolbar } = this.#parts;
    if (this.#nonePasses) toolbar.say(strings.noMatches);
    else toolbar.unsay(strings.noMatches);
  }

  /** What would find nothing is offered only to be taken back. */
  #showMarked(): void {
    this.#parts.toolbar.showMarked(this.#marked > 0 || this.#parts.view.filters.marked === true);
  }

  get #nonePasses(): boolean {
    const { count, store } = this.#parts.view;
    return count === 0 && store.rows > 0;
  }
}
