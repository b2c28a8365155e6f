import type { PageMessage } from '../../records/protocol/to-page.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { FindBox } from '../find/find-box.ts';
import type { Grid } from '../grid/grid.ts';
import type { Choice } from '../base/choice.ts';
import type { RowCopier } from './row-copier.ts';
import { nextSort } from './next-sort.ts';
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
  const { columns, copies, filters, find, grid, toolbar, view, zone } = table;
  // A column that is not named is that of the active cell.
  const id = column !== undefined && isColumnId(column) ? column : grid.active.column;
  if (id !== undefined) runColumnCommand(name, id, table);
  switch (name) {
    case 'find':
      return find.open();
    case 'findNext':
    case 'findPrevious':
      return find.next(name === 'findNext' ? 1 : -1);
    case 'closeFind':
      return find.close();
    case 'filter':
      return toolbar.focusText();
    case 'clearFilters':
      return filters.clear();
    case 'removeFilter':
      return table.offer(table.strings.removeOne, toolbar.removals);
    case 'toggleMarked':
      return filters.toggleMarked();
    case 'chooseColumns':
      return table.openColumns();
    case 'resetColumns':
      return columns.choose(columns.usual);
    case 'clearSort':
      return view.setSort([]);
    case 'toggleTimeZone':
      return zone.toggle();
    case 'chooseTimeZone':
      return zone.ask();
    case 'copy':
      return void copies.copy('tsv', row);
    case 'copyMarkdown':
      return void copies.copy('markdown', row);
    case 'copyJson':
      return void copies.copy('json', row);
    case 'selectAll':
      return grid.selection.all();
    case 'clearSelection':
      return grid.selection.clear();
    case 'openRawRecord':
      return table.openRecord(row ?? grid.active.row);
    case 'nextMarked':
      return table.goToNextMarked();
    case 'focusTable':
      return grid.focus();
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
    case 'moveColumnLeft':
    case 'moveColumnRight':
      return columns.move(id, name === 'moveColumnLeft' ? -1 : 1);
    case 'narrowColumn':
    case 'widenColumn':
      return columns.stretch(id, name === 'narrowColumn' ? -1 : 1);
    case 'fitColumn':
      return columns.resize(id, undefined);
    case 'sortAscending':
    case 'sortDescending':
      return view.setSort([{ column: id, descending: name === 'sortDescending' }]);
    case 'addToSort':
      return view.setSort(nextSort(view.sort, id, true));
    default:
      return;
  }
}
