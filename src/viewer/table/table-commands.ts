import { t } from '../../common/translate.ts';
import type { CommandName } from '../messages/command-names.ts';
import type { PageMessage } from '../messages/to-page.ts';
import type { FindBox } from '../find/find-box.ts';
import type { Grid } from '../grid/grid.ts';
import type { Choice } from '../base/choice.ts';
import type { RowCopier } from './row-copier.ts';
import type { TableColumns } from './table-columns.ts';
import type { TableFilters } from './table-filters.ts';
import type { Toolbar } from './toolbar.ts';
import { type ColumnId, isColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** Where a context menu was opened, if the command came from one. */
type CommandPlace = Pick<PageMessage<'command'>, 'column' | 'row'>;
/** A handler for each command. */
export type CommandHandlers = Readonly<Record<CommandName, (place: CommandPlace) => void>>;

/** What commands use: the table's parts, and operations that involve several of them. */
export interface CommandedTable {
  readonly view: ViewModel;
  readonly grid: Grid;
  readonly columns: TableColumns;
  readonly filters: TableFilters;
  readonly find: FindBox;
  readonly toolbar: Toolbar;
  readonly copies: RowCopier;
  readonly openColumns: () => void;
  /** @param row the row that a context menu was opened on */
  readonly openRecord: (row: number | undefined) => void;
  readonly goToNextMarked: () => void;
  /** Lets the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
}

/** Handlers of the commands for the table. */
export function tableCommands(table: CommandedTable) {
  const { copies, find, grid, toolbar, view, columns, filters } = table;
  /** Defaults to the column of the active cell. */
  const onColumn = (run: (id: ColumnId) => void) => {
    return ({ column }: CommandPlace) => {
      const id = column !== undefined && isColumnId(column) ? column : grid.active.column;
      if (id !== undefined) run(id);
    };
  };
  return {
    find: () => find.open(),
    findNext: () => find.next(1),
    findPrevious: () => find.next(-1),
    filter: () => toolbar.focusText(),
    filterColumn: onColumn((id) => filters.open(id)),
    clearColumnFilter: onColumn((id) => filters.clearColumn(id)),
    chooseColumns: () => table.openColumns(),
    hideColumn: onColumn((id) => columns.hide(id)),
    sortAscending: onColumn((column) => view.setSort([{ column, descending: false }])),
    sortDescending: onColumn((column) => view.setSort([{ column, descending: true }])),
    clearSort: () => view.setSort([]),
    copy: ({ row }) => void copies.copy('tsv', row),
    copyAs: ({ row }) =>
      table.offer(t('Copy records as'), [
        { label: 'Markdown', choose: () => void copies.copy('markdown', row) },
        { label: 'JSON', choose: () => void copies.copy('json', row) },
      ]),
    openRawRecord: ({ row }) => table.openRecord(row ?? grid.active.row),
    nextMarked: () => table.goToNextMarked(),
  } satisfies Partial<CommandHandlers>;
}
