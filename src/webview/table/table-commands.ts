import type { PageMessage } from '../../records/protocol/to-page.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { FindBox } from '../find/find-box.ts';
import type { Grid } from '../grid/grid.ts';
import type { Choice } from '../base/choice.ts';
import type { RowCopier } from './row-copier.ts';
import type { TableColumns } from './table-columns.ts';
import type { TableFilters } from './table-filters.ts';
import type { TableZone } from './table-zone.ts';
import type { Toolbar } from './toolbar.ts';
import { type ColumnId, isColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** What a command is done with: the table's parts, and what it does with several of them. */
export interface CommandedTable {
  readonly strings: ViewerStrings;
  readonly view: ViewModel;
  readonly grid: Grid;
  readonly columns: TableColumns;
  readonly filters: TableFilters;
  readonly find: FindBox;
  readonly toolbar: Toolbar;
  readonly zone: TableZone;
  readonly copies: RowCopier;
  readonly openColumns: () => void;
  /** @param row the one that a context menu was opened on */
  readonly openRecord: (row: number | undefined) => void;
  readonly goToNextMarked: () => void;
  /** Has the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
}

/** Does what a command of VS Code asks for. Those that are about the page as a whole are none of the table's. */
export function runTableCommand({ name, column, row }: PageMessage<'command'>, table: CommandedTable): void {
  const { copies, find, grid, strings, toolbar, view, zone } = table;
  // A column that is not named is that of the active cell.
  const id = column !== undefined && isColumnId(column) ? column : grid.active.column;
  if (id !== undefined) runColumnCommand(name, id, table);
  switch (name) {
    case 'find':
      return find.open();
    case 'findNext':
    case 'findPrevious':
      return find.next(name === 'findNext' ? 1 : -1);
    case 'filter':
      return toolbar.focusText();
    case 'chooseColumns':
      return table.openColumns();
    case 'clearSort':
      return view.setSort([]);
    case 'chooseTimeZone':
      return zone.ask();
    case 'copy':
      return void copies.copy('tsv', row);
    case 'copyAs':
      return table.offer(strings.copyAs, [
        { label: 'Markdown', choose: () => void copies.copy('markdown', row) },
        { label: 'JSON', choose: () => void copies.copy('json', row) },
      ]);
    case 'openRawRecord':
      return table.openRecord(row ?? grid.active.row);
    case 'nextMarked':
      return table.goToNextMarked();
    default:
      return;
  }
}

function runColumnCommand(
  name: PageMessage<'command'>['name'],
  id: ColumnId,
  { columns, filters, view }: CommandedTable,
): void {
  switch (name) {
    case 'filterColumn':
      return filters.open(id);
    case 'clearColumnFilter':
      return filters.clearColumn(id);
    case 'hideColumn':
      return columns.hide(id);
    case 'sortAscending':
    case 'sortDescending':
      return view.setSort([{ column: id, descending: name === 'sortDescending' }]);
    default:
      return;
  }
}
