import { t } from '../../common/translate.ts';
import { FilterEditor } from './filter-editor.ts';
import { activeFilters, filteredBy, isFiltered } from './filter-values.ts';
import type { FilterSet } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import type { GridHead } from '../grid/grid-head.ts';
import type { Popup } from '../base/popup.tsx';
import type { Toolbar } from './toolbar.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

export interface TableFiltersParts {
  readonly formats: Formats;
  readonly view: ViewModel;
  readonly toolbar: Toolbar;
  readonly head: GridHead;
  readonly popup: Popup;
  readonly label: (id: ColumnId) => string;
}

/** Sets the table's filters and shows which are set. */
export class TableFilters {
  readonly #parts: TableFiltersParts;
  readonly #editor: FilterEditor;
  #marked = 0;

  constructor(parts: TableFiltersParts) {
    this.#parts = parts;
    this.#editor = new FilterEditor(parts.formats, parts.view);
  }

  /** Opens the filter of a column, below its header if that is visible. */
  open(column: ColumnId): void {
    const id = filteredBy(column);
    const { head, toolbar, popup, label } = this.#parts;
    const header = head.element.querySelector<HTMLElement>(`.${column}`);
    const name = t('{0}: summary and filter', label(id));
    popup.open(header ?? toolbar.columns, name, ...this.#editor.fields(id, label(id)));
  }

  change(change: FilterSet): void {
    this.#parts.view.changeFilters(change);
  }

  clear(): void {
    this.#parts.view.setFilters({});
  }

  /** Number of records that break the contract. */
  set marked(count: number) {
    this.#marked = count;
    this.#showMarked();
  }

  /** Shows only marked records, if there are any, or all records again. */
  toggleMarked(): void {
    const { marked } = this.#parts.view.filters;
    if (marked || this.#marked > 0) this.change({ marked: marked ? undefined : true });
  }

  /** Shows which filters are set. */
  show(): void {
    const { formats, view, toolbar, head, label } = this.#parts;
    const { filters } = view;
    toolbar.showFilters(filters.text ?? '', activeFilters(filters, formats, label), filters.marked === true);
    this.#showMarked();
    // Not cleared first: otherwise a screen reader would read the same text again.
    toolbar.say(this.#nonePasses ? t('No matching records.') : '');
    head.showFiltered((id) => isFiltered(filters, id));
  }

  /** Reports if no row passes. Call this when the set of rows that pass has changed. */
  showPassing(): void {
    const { toolbar } = this.#parts;
    if (this.#nonePasses) toolbar.say(t('No matching records.'));
    else toolbar.unsay(t('No matching records.'));
  }

  /** If there are no marked records, the button is offered only to switch the filter off. */
  #showMarked(): void {
    this.#parts.toolbar.showMarked(this.#marked > 0 || this.#parts.view.filters.marked === true);
  }

  get #nonePasses(): boolean {
    const { count, store } = this.#parts.view;
    return count === 0 && store.rows > 0;
  }
}
