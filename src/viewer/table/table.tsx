import { type Signal, signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { type Field, allFields } from '../../service/records/columns.ts';
import { holding } from '../base/dom.ts';
import type { HostClient } from '../base/host-client.ts';
import type { FirstColumn } from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import { isolated } from '../base/text.ts';
import { moreId } from '../grid/active-cell.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import { Columns } from '../grid/columns.ts';
import { GridHead } from '../grid/grid-head.tsx';
import { Grid } from '../grid/grid.ts';
import type { CommandName } from '../messages/command-names.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { type CopyForm, copyText } from './copy-text.ts';
import { Find } from './find.tsx';
import { KeyList } from './key-list.tsx';
import { Toolbar } from './toolbar.tsx';
import type { TablePlace, ViewState } from './view-state.ts';

/** More rows make a text that is too large for the clipboard. */
const mostCopied = 100_000;

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
  /** Whether there are records. */
  readonly usable: Signal<boolean>;
  /** Shows a raw record. */
  readonly openRecord: (row: number) => void;
}

/** The records as a table, with the controls that arrange it: order, filters, columns, zone, selection. */
export class RecordsTable {
  readonly grid: Grid;
  readonly columns: Columns;
  /** Its controls are above the charts, to which the filters apply as well. */
  readonly toolbar: Toolbar;
  readonly #parts: TableParts;
  readonly #find: Find;
  /** What the active cell has to say beyond its text: before, in and after what a screen reader reads of it. */
  readonly #detail = signal({ class: 'silent', value: '', more: '', problem: '' });

  constructor(parts: TableParts) {
    const { formats, cells, view, first, host, usable, openRecord } = parts;
    this.#parts = parts;
    this.columns = new Columns(formats, first);
    const head = new GridHead(this.columns, view, {
      onFilter: (id) => this.toolbar.openColumn(id, head.cellAt(this.columns.ids.indexOf(id))),
      onArranged: (words) => this.toolbar.say(words, false),
    });
    this.grid = new Grid(cells, view, this.columns, head, openRecord);
    // After the grid, whose selection is cleared by other filters: what the toolbar says of them comes last.
    this.toolbar = new Toolbar(formats, view, this.columns, usable);
    this.#find = new Find({ formats, cells, view, columns: this.columns, grid: this.grid });
    usable.subscribe((isUsable) => {
      for (const element of [head.element, this.toolbar.popup.element]) element.inert = !isUsable;
    });
    this.columns.shown.subscribe(() => this.#find.recount());
    this.columns.chosen.subscribe((layout) => layout && host.send({ type: 'layout', layout }));
    this.grid.moves.subscribe(() => this.#showDetail());
    this.grid.selection.changes.subscribe((changes) => {
      const { count } = this.grid.selection;
      if (changes > 0) this.toolbar.say(t('{0} selected', formats.count(count)), count > 1);
    });
    this.grid.element.addEventListener('copy', (event) => {
      const rows = this.#copied();
      const { column } = this.grid.active;
      if (rows.length === 0 || column === undefined) return;
      // Of several records, all that is shown; else the cell, which a click selects the record of.
      const isCell = rows.length === 1;
      const text = isCell ? this.#copyText('cell', rows, [column]) : this.#copyText('tsv', rows);
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      this.#sayCopied(isCell ? text : formats.records(rows.length));
    });
    view.onDidChange((change) => {
      if (change === 'rows') this.columns.hasExtraFields.value = view.store.hasExtraFields;
      this.grid.update(change !== 'rows');
      if (change === 'rows') this.#find.recount();
      else this.#find.search();
      this.#showDetail();
    });
  }

  get state(): ViewState {
    const { view, formats } = this.#parts;
    return {
      sort: view.sort,
      filters: { ...view.filters, brush: undefined },
      layout: this.columns.layout.value,
      zone: formats.chosenZone.value,
    };
  }

  restore(state: ViewState): void {
    const { view, formats } = this.#parts;
    formats.chosenZone.value = state.zone;
    this.columns.layout.value = state.layout;
    view.setFilters(state.filters);
    view.setSort(state.sort);
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

  /** Handlers of the commands for the table. */
  get commands() {
    const { formats, host } = this.#parts;
    const copyAs = (form: CopyForm, row: number | undefined) => () => void this.#copy(form, row);
    return {
      find: () => this.#find.open(),
      filter: () => this.toolbar.focusText(),
      chooseColumns: () => this.toolbar.openColumns(),
      chooseZone: () =>
        void host.offer(t('Time zone'), [
          { label: t('Local time'), choose: () => (formats.chosenZone.value = 'local') },
          { label: t('UTC, as in the API'), choose: () => (formats.chosenZone.value = 'utc') },
        ]),
      copy: ({ row }) => copyAs('tsv', row)(),
      copyAs: ({ row }) =>
        void host.offer(t('Copy records as'), [
          { label: 'Markdown', choose: copyAs('markdown', row) },
          { label: 'JSON', choose: copyAs('json', row) },
        ]),
      openRawRecord: ({ row = this.grid.active.row }) => {
        if (row !== undefined) this.#parts.openRecord(row);
      },
    } satisfies Partial<CommandHandlers>;
  }

  /**
   * Rewrites numbers and times in the new format. Closes the popup, because what is being typed there was meant for the
   * previous zone.
   */
  reformat(): void {
    this.toolbar.popup.close();
    this.rewrite();
    this.#find.recount();
  }

  /** Rewrites the cells because their texts have changed. */
  rewrite(): void {
    this.grid.rewrite();
    this.#showDetail();
  }

  /** True if the table handled the key, wherever in the page it was pressed. */
  onKey({ target, key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
    const control = ctrlKey || metaKey;
    // What is pressed in a popup is for that and for VS Code only.
    if (altKey || (target instanceof Element && target.closest('.popup'))) return false;
    if (control && !shiftKey && key.toLowerCase() === 'f') this.#find.open();
    else if (!control && key === 'F3') this.#find.next(shiftKey ? -1 : 1);
    else if (!control && !shiftKey && key === 'ArrowDown' && target === document.body) this.grid.takeFocus();
    else if (!control && key === '?' && !isTypedInto(target)) this.#openKeys();
    else return false;
    return true;
  }

  /** The first field of a record that breaks the contract. */
  markedField(row: number): Field | undefined {
    const { store } = this.#parts.view;
    return store.isMarked(row) ? allFields.find((field) => store.hasProblem(row, field)) : undefined;
  }

  /** Goes to a record if it passes the filters. */
  goTo(wanted: number): void {
    this.grid.goToNext((row) => (row === wanted ? this.columns.ids[0] : undefined));
  }

  readonly View = () => {
    const Detail = this.#Detail;
    const [{ Chips, popup }, { Box }] = [this.toolbar, this.#find];
    return (
      <section class="table" ref={holding(popup.element)}>
        <Chips />
        <div class="finding" ref={holding(this.grid.element)}>
          <Box isInert={!this.#parts.usable.value} />
        </div>
        <Detail />
      </section>
    );
  };

  /** For users without a mouse. A screen reader reads the cell, and from here only what that does not say. */
  readonly #Detail = () => {
    const { class: look, value, more, problem } = this.#detail.value;
    return (
      <p id="detail" class={`detail ${look}`} aria-hidden="true">
        {value}
        <span id={moreId}>{more}</span>
        {problem}
      </p>
    );
  };

  #openKeys(): void {
    const { activeElement } = document;
    const opener = activeElement instanceof HTMLElement ? activeElement : this.grid.element;
    const hasRows = this.#parts.view.store.rows > 0;
    if (hasRows) this.toolbar.popup.show(opener, t('Keyboard shortcuts'), <KeyList />);
  }

  /** Shows the detail at the end of the table that is farther from the active cell, while the table has the focus. */
  #showDetail(): void {
    const { cells, view } = this.#parts;
    const { row, column } = this.grid.active;
    const isKnown = row !== undefined && column !== undefined;
    const words = isKnown && cells.words(view.store, row, column);
    const { text = '', detail = '', problem = '', unknown = false } = words || {};
    // Whether the text is cut off is asked only if it matters, because that forces a layout of the page.
    const isSilent = detail === '' && problem === '' && !(isKnown && this.grid.isCut);
    const named = isKnown ? `${this.columns.label(column)}: ${isolated(text)}` : '';
    // The cell itself says why a value is unknown.
    const [value, more] = unknown ? [[named, detail].filter(Boolean).join(' · '), ''] : [named, detail];
    this.#detail.value = {
      class: [...(this.grid.isLow ? ['above'] : []), ...(isSilent ? ['silent'] : [])].join(' '),
      value: more === '' ? (value ?? '') : `${value} · `,
      more: more ?? '',
      problem: problem === '' ? '' : ` · ${problem}`,
    };
  }

  /**
   * Copies the selected rows, or the given one if it is not among them.
   *
   * @param row the row that a context menu was opened on; undefined: the active row
   */
  async #copy(form: CopyForm, row?: number): Promise<void> {
    const rows = this.#copied(row);
    if (rows.length === 0) return;
    const text = this.#copyText(form, rows);
    const { formats, host } = this.#parts;
    if (await host.request({ type: 'copy', text })) this.#sayCopied(formats.records(rows.length));
  }

  #copyText(form: CopyForm, rows: readonly number[], columns = this.columns.ids): string {
    const { cells, view } = this.#parts;
    return copyText(form, { store: view.store, rows, columns, label: this.columns.label, cells });
  }

  #sayCopied(what: string): void {
    this.toolbar.say(t('Copied: {0}', what || t('(empty)')));
  }

  /** Empty if there are too many rows, in which case it reports so. */
  #copied(row = this.grid.active.row): readonly number[] {
    const { selection } = this.grid;
    const alone = row !== undefined && !selection.has(row);
    const rows = !alone && selection.count > 0 ? selection.rows() : row === undefined ? [] : [row];
    if (rows.length <= mostCopied) return rows;
    const most = this.#parts.formats.count(mostCopied);
    this.toolbar.say(t('At most {0} records can be copied. Export them instead.', most));
    return [];
  }
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select');
}
