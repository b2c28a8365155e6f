import type { CommandMessage, ToHost, ViewerStrings } from '../records/protocol.ts';
import { fields } from '../service/columns.ts';
import type { Cells } from './cells.ts';
import { element, setText } from './dom.ts';
import type { Formats } from './formats.ts';
import { columnsMenu } from './columns-menu.ts';
import { FilterEditor } from './filter-editor.ts';
import { activeFilters, isFiltered, withoutColumn } from './filter-values.ts';
import type { CopyForm } from './copy-text.ts';
import { FindBox } from './find-box.ts';
import { Finder } from './finder.ts';
import { TableColumns } from './table-columns.ts';
import { runCommand } from './table-commands.ts';
import { Grid } from './grid.ts';
import { headerPosition } from './grid-keys.ts';
import type { Choice } from './picks.ts';
import { Popup } from './popup.ts';
import { RowCopy } from './row-copy.ts';
import { Toolbar } from './toolbar.ts';
import { GridHead } from './grid-head.ts';
import { columnLabels } from './labels.ts';
import { nextSort } from './sorting.ts';
import { fill } from './text.ts';
import type { Showing } from './told-showing.ts';
import type { ColumnId } from './view-columns.ts';
import type { ViewModel } from './view-model.ts';
import type { ViewState } from './view-state.ts';
import type { Zone } from './zone.ts';

/** What the table is made of. */
export interface TableParts {
  readonly strings: ViewerStrings;
  readonly formats: Formats;
  readonly cells: Cells;
  readonly view: ViewModel;
  /** Whether the records are of more than one vehicle. */
  readonly several: boolean;
  readonly send: (message: ToHost) => void;
  /** Has the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
  /** Another zone or unit holds. */
  readonly onFormats: () => void;
  /** What `state` and `top` say has changed. */
  readonly onState: () => void;
  /** What `showing` says has changed. */
  readonly onShowing: () => void;
}

/** The records as a table, with all that arranges it: order, filters, columns, zone, selection. */
export class RecordsTable {
  readonly element: HTMLElement;
  /** All of it but its rows. */
  readonly controls: readonly HTMLElement[];
  readonly grid: Grid;
  readonly #parts: TableParts;
  readonly #label: (id: ColumnId) => string;
  readonly #head: GridHead;
  readonly #toolbar: Toolbar;
  readonly #editor: FilterEditor;
  readonly #find: FindBox;
  readonly #copies: RowCopy;
  readonly #popup = new Popup();
  readonly #detail = element('p', { id: 'detail', class: 'detail', 'aria-hidden': 'true' });
  readonly #columns: TableColumns;
  #zone: Zone | undefined;
  #marked = 0;

  constructor(parts: TableParts) {
    const { strings, cells, view } = parts;
    this.#parts = parts;
    this.#label = columnLabels(strings, parts.formats);
    this.#head = new GridHead(strings, {
      onSort: (id, add) => view.setSort(nextSort(view.sort, id, add)),
      onResize: (id, width) => this.#columns.resize(id, width),
      onMove: (id, before) => this.#columns.moveBefore(id, before),
      onStep: (id, step) => {
        this.#columns.move(id, step);
        // Its header keeps the focus.
        this.grid.activate(headerPosition, id);
      },
      onFilter: (id) => this.#openFilter(id),
    });
    this.#editor = new FilterEditor(strings, parts.formats, view);
    this.#toolbar = new Toolbar(strings, {
      onText: (text) => view.changeFilters({ text }),
      onRemove: (change) => view.changeFilters(change),
      onClear: () => view.setFilters({}),
      onMarked: () => this.#toggleMarked(),
      onColumns: () => this.#openColumns(),
      onZone: (zone) => this.chooseZone(zone),
      onOtherZone: () => this.#askZone(),
    });
    this.grid = new Grid(strings, cells, view, this.#head, {
      onActive: () => this.#showDetail(),
      onSelect: () => this.#showSelected(),
      onScrolled: () => parts.onState(),
      onOpen: () => this.#openRecord(this.grid.active.row),
    });
    this.#columns = new TableColumns({
      ...{ head: this.#head, grid: this.grid, view, label: this.#label, several: parts.several },
      onChosen: (layout) => {
        parts.send({ type: 'layout', layout });
        parts.onState();
      },
    });
    this.#find = new FindBox(strings, parts.formats, new Finder(view, cells), {
      columns: () => this.#columns.shown,
      from: () => this.grid.active.position,
      onMatch: ({ position, column }) => this.grid.activate(position, column, false),
      onOpen: () => parts.onShowing(),
      onClose: () => {
        parts.onShowing();
        this.grid.focus();
      },
    });
    this.#copies = new RowCopy({
      ...{ strings, formats: parts.formats, cells, view, grid: this.grid, label: this.#label },
      columns: () => this.#columns.shown,
      say: (text) => this.say(text),
    });
    this.controls = [this.#toolbar, this.#find, this.#head, this.#popup].map((control) => control.element);
    this.element = element(
      'section',
      { class: 'table' },
      this.#toolbar.element,
      this.#find.element,
      this.grid.element,
      this.#detail,
      this.#popup.element,
    );
    this.#columns.show(this.#columns.layout);
    view.onDidChange((change) => {
      this.grid.update(change !== 'rows');
      this.#find.search();
      this.#showDetail();
      if (change === 'rows') {
        if (view.count > 0) this.#toolbar.unsay(strings.noMatches);
        return;
      }
      this.#head.showSort(view.sort);
      this.#showFilters();
      parts.onState();
    });
    this.#toolbar.showZone(parts.formats.zone);
    this.#listen();
  }

  get state(): ViewState {
    const { view } = this.#parts;
    return {
      sort: view.sort,
      filters: { ...view.filters, chosen: undefined },
      layout: this.#columns.layout,
      zone: this.#zone,
    };
  }

  /** What of it commands depend on. */
  get showing(): Pick<Showing, 'filtered' | 'brushed' | 'selected' | 'finding'> {
    const { chosen } = this.#parts.view.filters;
    return {
      filtered: this.#toolbar.removals.length > 0,
      brushed: chosen !== undefined,
      selected: this.grid.selection.count > 0,
      finding: this.#find.isOpen,
    };
  }

  restore(state: ViewState): void {
    const { view } = this.#parts;
    this.#zone = state.zone;
    if (state.zone !== undefined) this.#parts.formats.zone = state.zone;
    this.#toolbar.showZone(this.#parts.formats.zone);
    this.#columns.show(state.layout);
    view.setFilters(state.filters);
    view.setSort(state.sort);
    this.#head.showSort(state.sort);
  }

  /** @param timeZone how times are written as long as the user has not chosen otherwise here */
  follow(timeZone: Zone): void {
    const { formats } = this.#parts;
    formats.zone = this.#zone ?? timeZone;
    this.#toolbar.showZone(formats.zone);
    this.#columns.show(this.#columns.layout);
    this.#showFormats();
  }

  run(command: CommandMessage): void {
    const { strings, view, formats, offer } = this.#parts;
    this.#popup.close();
    runCommand(command, {
      activeColumn: () => this.grid.active.column,
      find: () => this.#find.open(),
      findNext: (by) => this.#find.next(by),
      closeFind: () => this.#find.close(),
      focusFilter: () => this.#toolbar.focusText(),
      filterColumn: (id) => this.#openFilter(id),
      clearFilters: () => view.setFilters({}),
      pickFilter: () => offer(strings.removeOne, this.#toolbar.removals),
      clearColumnFilter: (id) => view.changeFilters(withoutColumn(view.filters, id)),
      chooseColumns: () => this.#openColumns(),
      resetColumns: () => this.#columns.choose(this.#columns.usual),
      hideColumn: (id) => this.#columns.hide(id),
      moveColumn: (id, step) => this.#columns.move(id, step),
      stretchColumn: (id, step) => this.#columns.stretch(id, step),
      fitColumn: (id) => this.#columns.resize(id, undefined),
      sort: (column, descending) => view.setSort(descending === undefined ? [] : [{ column, descending }]),
      addToSort: (id) => view.setSort(nextSort(view.sort, id, true)),
      chooseZone: () => this.#askZone(),
      toggleZone: () => this.chooseZone(formats.zone === 'utc' ? 'local' : 'utc'),
      copy: (form, row) => this.#copy(form, row),
      selectAll: () => this.grid.selection.all(),
      clearSelection: () => this.grid.selection.clear(),
      openRecord: (row) => this.#openRecord(row ?? this.grid.active.row),
      nextMarked: () => this.goToNextMarked(),
      toggleMarked: () => this.#toggleMarked(),
      focus: () => this.grid.focus(),
    });
  }

  /** Writes the cells anew: their words have changed. */
  rewrite(): void {
    this.grid.rewrite();
    this.#showDetail();
  }

  /** True if the key was one of the table's, wherever in the page it was pressed. */
  onKey({ target, key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
    const control = ctrlKey || metaKey;
    if (altKey || this.#popup.has(target)) return false;
    if (control && !shiftKey && key.toLowerCase() === 'f') this.#find.open();
    else if (!control && key === 'F3') this.#find.next(shiftKey ? -1 : 1);
    else return false;
    return true;
  }

  /** Says something that is read out. */
  say(text: string): void {
    this.#toolbar.say(text);
  }

  /** How many records are not as the contract says. */
  set marked(count: number) {
    this.#marked = count;
    this.#toolbar.showMarked(count > 0 || this.#parts.view.filters.marked === true);
  }

  #toggleMarked(): void {
    const { view } = this.#parts;
    if (view.filters.marked || this.#marked > 0) view.changeFilters({ marked: view.filters.marked ? undefined : true });
  }

  goToNextMarked(): void {
    const { store } = this.#parts.view;
    this.grid.goToNext((row) => fields.find((field) => store.hasProblem(row, field)));
  }

  #copy(form: CopyForm, row: number | undefined): void {
    const text = this.#copies.text(form, row);
    if (text !== '') this.#parts.send({ type: 'copy', text });
  }

  #openRecord(row: number | undefined): void {
    if (row !== undefined) this.#parts.send({ type: 'openRecord', row });
  }

  #listen(): void {
    this.grid.element.addEventListener('copy', (event) => {
      const text = this.#copies.text('tsv');
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    });
  }

  #openFilter(id: ColumnId): void {
    const label = this.#label(id);
    const header = this.#head.element.querySelector<HTMLElement>(`.${id}`);
    const name = fill(this.#parts.strings.filterColumn, label);
    this.#popup.open(header ?? this.#toolbar.columns, name, ...this.#editor.fields(id, label));
  }

  #openColumns(): void {
    const { strings } = this.#parts;
    const menu = columnsMenu(
      strings,
      () => this.#columns.layout,
      this.#label,
      (layout) => this.#columns.choose(layout),
      this.#columns.usual,
    );
    this.#popup.open(this.#toolbar.columns, strings.columns, ...menu);
  }

  /** Writes times by another clock. */
  chooseZone(zone: Zone): void {
    this.#zone = zone;
    this.#parts.formats.zone = zone;
    this.#toolbar.showZone(zone);
    this.#showFormats();
    this.#parts.onState();
  }

  /** Numbers and times are written in another way. */
  #showFormats(): void {
    this.#showFilters();
    this.rewrite();
    this.#parts.onFormats();
  }

  #askZone(): void {
    this.#parts.send({ type: 'chooseZone', zone: this.#parts.formats.zone });
  }

  #showFilters(): void {
    const { strings, formats, view, onShowing } = this.#parts;
    const active = activeFilters(view.filters, strings, formats, this.#label);
    this.#toolbar.showFilters(view.filters.text ?? '', active, view.filters.marked === true);
    this.#toolbar.say(view.count === 0 && view.store.rows > 0 ? strings.noMatches : '');
    this.#head.showFiltered((id) => isFiltered(view.filters, id));
    onShowing();
  }

  #showSelected(): void {
    const { count } = this.grid.selection;
    const { strings, formats, onShowing } = this.#parts;
    onShowing();
    this.#toolbar.say(count > 1 ? fill(strings.selected, formats.count(count)) : '');
  }

  /** The line below the table: all that the active cell has to say, for those who have no mouse to hover. */
  #showDetail(): void {
    const { row, column: id } = this.grid.active;
    if (row === undefined || id === undefined) {
      setText(this.#detail, '');
      return;
    }
    const { cells, view } = this.#parts;
    const { text, detail, problem } = cells.words(view.store, row, id);
    const parts = [fill('{0}: {1}', this.#label(id), text), detail, problem].filter(Boolean);
    setText(this.#detail, parts.join(' · '));
    this.#detail.classList.toggle('marked', problem !== '');
  }
}
