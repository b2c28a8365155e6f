import { t } from '../../common/translate.ts';
import { type Field, allFields } from '../../service/records/columns.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import { element } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { columnsMenu } from './columns-menu.ts';
import { CellDetail } from './cell-detail.ts';
import { keyList } from './key-list.ts';
import { FindBox } from '../find/find-box.ts';
import { Finder } from '../find/finder.ts';
import { MatchMarks } from '../find/match-marks.ts';
import { TableColumns } from './table-columns.ts';
import { TableFilters } from './table-filters.ts';
import type { TablePlace } from './table-place.ts';
import { Grid } from '../grid/grid.ts';
import { headerPosition } from '../grid/grid-keys.ts';
import type { Choice } from '../base/choice.ts';
import type { HostClient } from '../base/host-client.ts';
import type { CommandName } from '../messages/command-names.ts';
import type { CopyForm } from './copy-text.ts';
import { Popup } from '../base/popup.tsx';
import { RowCopier } from './row-copier.ts';
import { Toolbar } from './toolbar.ts';
import { GridHead } from '../grid/grid-head.ts';
import { columnLabels } from '../data/column-labels.ts';
import { nextSort } from './next-sort.ts';
import type { ColumnId, FirstColumn } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { ViewState } from './view-state.ts';
import type { Zone } from '../formats/zone.ts';

/** A handler for each command; `row` is where a context menu was opened, if the command came from one. */
export type CommandHandlers = Readonly<Record<CommandName, (place: { readonly row?: number | undefined }) => void>>;

/** What the table needs from the page. */
export interface TableParts {
  readonly formats: Formats;
  readonly cells: CellTexts;
  readonly view: ViewModel;
  /** The column before those of a record, if there is one. */
  readonly first: FirstColumn | undefined;
  readonly host: HostClient;
  /** Shows a raw record. */
  readonly openRecord: (row: number) => void;
  /** Lets the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
  /** The time zone or the unit has changed. */
  readonly onFormats: () => void;
  /** `state` has changed. */
  readonly onState: () => void;
  /** `place` or the first row on screen has changed. */
  readonly onPlace: () => void;
}

/** The records as a table, with the controls that arrange it: order, filters, columns, zone, selection. */
export class RecordsTable {
  readonly element: HTMLElement;
  /** The controls that filter and arrange the table; they are above the charts, to which the filters apply as well. */
  readonly tools: HTMLElement;
  /** Everything but the rows. */
  readonly controls: readonly HTMLElement[];
  readonly grid: Grid;
  readonly #parts: TableParts;
  readonly #label: (id: ColumnId) => string;
  readonly #head: GridHead;
  readonly #toolbar: Toolbar;
  readonly #filters: TableFilters;
  readonly #find: FindBox;
  readonly #copies: RowCopier;
  readonly #popup = new Popup();
  readonly #detail: CellDetail;
  readonly #columns: TableColumns;
  /** The time zone that the user has chosen for this table; undefined: the setting applies. */
  #zone: Zone | undefined;
  /** The time zone from the settings, which applies if the user has not chosen one. */
  #setting: Zone;

  constructor(parts: TableParts) {
    const { cells, view } = parts;
    this.#parts = parts;
    this.#setting = parts.formats.zone;
    this.#label = columnLabels(parts.formats);
    this.#head = new GridHead({
      onSort: (id, add) => view.setSort(nextSort(view.sort, id, add)),
      onResize: (id, width) => this.#columns.resize(id, width),
      onMove: (id, before) => this.#columns.moveBefore(id, before),
      onStep: (id, step) => {
        this.#columns.move(id, step);
        // The column's header keeps the focus.
        this.grid.activate(headerPosition, id);
      },
      onFilter: (id) => this.#filters.open(id),
    });
    this.#toolbar = new Toolbar({
      onText: (text) => this.#filters.change({ text }),
      onRemove: (change) => this.#filters.change(change),
      onClear: () => this.#filters.clear(),
      onMarked: () => this.#filters.toggleMarked(),
      onColumns: () => this.#openColumns(),
      onZone: (zone) => this.#chooseZone(zone),
    });
    this.#filters = new TableFilters({
      ...{ formats: parts.formats, view, toolbar: this.#toolbar, head: this.#head },
      ...{ popup: this.#popup, label: this.#label },
    });
    this.#detail = new CellDetail(cells, view, this.#label);
    this.grid = new Grid(cells, view, this.#head, {
      onActive: () => {
        this.#showDetail();
        parts.onPlace();
      },
      onSelect: () => this.#showSelected(),
      onScrolled: () => {
        this.#showDetail();
        parts.onPlace();
      },
      onOpen: () => this.#openRecord(this.grid.active.row),
    });
    this.#columns = new TableColumns({
      ...{ head: this.#head, grid: this.grid, view, label: this.#label, first: parts.first },
      onShown: () => this.#find.recount(),
      onChosen: (layout) => {
        parts.host.send({ type: 'layout', layout });
        parts.onState();
      },
    });
    this.#find = new FindBox(parts.formats, new Finder(view, cells), new MatchMarks(this.grid.rows), {
      isEmpty: () => view.store.rows === 0,
      columns: () => this.#columns.shown,
      from: () => this.grid.active.position,
      onMatch: ({ position, column }) => this.grid.activate(position, column, false),
      onClose: () => this.grid.focus(),
    });
    this.#copies = new RowCopier({
      ...{ formats: parts.formats, cells, view, grid: this.grid, label: this.#label },
      columns: () => this.#columns.shown,
      say: (text) => this.say(text),
      write: (text) => parts.host.request({ type: 'copy', text }),
    });
    this.tools = this.#toolbar.element;
    this.controls = [this.#toolbar, this.#find, this.#head, this.#popup].map((control) => control.element);
    this.element = element(
      'section',
      { class: 'table' },
      this.#toolbar.filters,
      element('div', { class: 'finding' }, this.#find.element, this.grid.element),
      this.#detail.element,
      this.#popup.element,
    );
    this.#columns.show(this.#columns.layout);
    view.onDidChange((change) => {
      if (change === 'rows') this.#showExtraFields();
      this.grid.update(change !== 'rows');
      if (change === 'rows') this.#find.recount();
      else this.#find.search();
      this.#showDetail();
      if (change === 'rows') {
        this.#filters.showPassing();
        return;
      }
      this.#head.showSort(view.sort);
      this.#filters.show();
      parts.onState();
    });
    this.#showZone(parts.formats.zone);
  }

  get state(): ViewState {
    const { view } = this.#parts;
    return {
      sort: view.sort,
      filters: { ...view.filters, brush: undefined },
      layout: this.#columns.layout,
      zone: this.#zone,
    };
  }

  restore(state: ViewState): void {
    const { view } = this.#parts;
    this.#zone = state.zone;
    this.#showZone(state.zone ?? this.#setting);
    this.#columns.show(state.layout);
    view.setFilters(state.filters);
    view.setSort(state.sort);
    this.#head.showSort(state.sort);
  }

  /** The active cell; undefined in the header. */
  get place(): TablePlace | undefined {
    const { position, row, column } = this.grid.active;
    return row === undefined || column === undefined ? undefined : { position, column };
  }

  /** Returns to the place where the user was, once the rows are there again. Does not move the focus. */
  restorePlace({ position, column }: TablePlace): void {
    const last = this.#parts.view.count - 1;
    if (last >= 0) this.grid.activate(Math.min(position, last), column, false);
  }

  /** @param timeZone applies unless the user has chosen another one here */
  follow(timeZone: Zone): void {
    this.#setting = timeZone;
    this.#showZone(this.#zone ?? timeZone);
    // The names of the columns include the unit.
    this.#columns.show(this.#columns.layout);
    this.#showFormats();
  }

  /** Handlers of the commands for the table. */
  get commands() {
    const copyAs = (form: CopyForm, row: number | undefined) => () => void this.#copies.copy(form, row);
    return {
      find: () => this.#find.open(),
      filter: () => this.#toolbar.focusText(),
      chooseColumns: () => this.#openColumns(),
      copy: ({ row }) => copyAs('tsv', row)(),
      copyAs: ({ row }) =>
        this.#parts.offer(t('Copy records as'), [
          { label: 'Markdown', choose: copyAs('markdown', row) },
          { label: 'JSON', choose: copyAs('json', row) },
        ]),
      openRawRecord: ({ row }) => this.#openRecord(row ?? this.grid.active.row),
    } satisfies Partial<CommandHandlers>;
  }

  closePopup(): void {
    this.#popup.close();
  }

  /** Rewrites the cells because their texts have changed. */
  rewrite(): void {
    this.grid.rewrite();
    this.#showDetail();
  }

  /** True if the table handled the key, wherever in the page it was pressed. */
  onKey({ target, key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
    const control = ctrlKey || metaKey;
    if (altKey || this.#popup.has(target)) return false;
    if (control && !shiftKey && key.toLowerCase() === 'f') this.#find.open();
    else if (!control && key === 'F3') this.#find.next(shiftKey ? -1 : 1);
    else if (!control && key === '?' && !isTypedInto(target)) this.#openKeys();
    else return false;
    return true;
  }

  /** Shows a message that screen readers announce. */
  say(text: string): void {
    this.#toolbar.say(text);
  }

  /** Number of records that break the contract. */
  set marked(count: number) {
    this.#filters.marked = count;
  }

  /** The first field of a record that breaks the contract. */
  markedField(row: number): Field | undefined {
    const { store } = this.#parts.view;
    return store.isMarked(row) ? allFields.find((field) => store.hasProblem(row, field)) : undefined;
  }

  /** Goes to a record if it passes the filters. */
  goTo(wanted: number): void {
    this.grid.goToNext((row) => (row === wanted ? this.#columns.shown[0] : undefined));
  }

  #openRecord(row: number | undefined): void {
    if (row !== undefined) this.#parts.openRecord(row);
  }

  #openKeys(): void {
    const { view } = this.#parts;
    const { activeElement } = document;
    const opener = activeElement instanceof HTMLElement ? activeElement : this.grid.element;
    if (view.store.rows > 0) this.#popup.open(opener, t('Keyboard shortcuts'), ...keyList());
  }

  #openColumns(): void {
    const menu = columnsMenu(
      () => this.#columns.offered,
      (id) => this.#columns.has(id),
      this.#label,
      (layout) => this.#columns.choose(layout),
      this.#columns.usual,
    );
    this.#popup.open(this.#toolbar.columns, t('Columns'), ...menu);
  }

  /** Offers the extra columns and filters only if the records have those fields. */
  #showExtraFields(): void {
    const { hasExtraFields } = this.#parts.view.store;
    this.#columns.showExtraFields(hasExtraFields);
    this.#toolbar.showExtraFields(hasExtraFields);
  }

  #chooseZone(zone: Zone): void {
    this.#zone = zone;
    this.#showZone(zone);
    this.#showFormats();
    this.#parts.onState();
  }

  #showZone(zone: Zone): void {
    this.#parts.formats.zone = zone;
    this.#toolbar.showZone(zone);
  }

  /**
   * Rewrites numbers and times in the new format. Closes the popup, because what is being typed there was meant for the
   * previous zone.
   */
  #showFormats(): void {
    this.#popup.close();
    this.#filters.show();
    this.rewrite();
    this.#find.recount();
    this.#parts.onFormats();
  }

  #showDetail(): void {
    const { active, isLow } = this.grid;
    this.#detail.show(active, isLow, () => this.grid.isCut);
  }

  #showSelected(): void {
    const { count } = this.grid.selection;
    const { formats } = this.#parts;
    this.#toolbar.say(count > 1 ? t('{0} selected', formats.count(count)) : '');
  }
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select');
}
