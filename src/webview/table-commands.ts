import type { CommandMessage } from '../records/protocol.ts';
import type { CopyForm } from './copy-text.ts';
import { type ColumnId, isColumnId } from './view-columns.ts';

/** What a command can do to the table. */
export interface TableActions {
  /** The column of the active cell. */
  readonly activeColumn: () => ColumnId | undefined;
  readonly find: () => void;
  /** Goes to the next match (1) or the one before (-1). */
  readonly findNext: (by: -1 | 1) => void;
  readonly closeFind: () => void;
  readonly focusFilter: () => void;
  readonly filterColumn: (id: ColumnId) => void;
  readonly clearFilters: () => void;
  /** Has the user choose which filter to take away. */
  readonly pickFilter: () => void;
  readonly clearColumnFilter: (id: ColumnId) => void;
  readonly chooseColumns: () => void;
  readonly resetColumns: () => void;
  readonly hideColumn: (id: ColumnId) => void;
  readonly moveColumn: (id: ColumnId, step: -1 | 1) => void;
  readonly stretchColumn: (id: ColumnId, step: -1 | 1) => void;
  /** Gives a column the width that it needs. */
  readonly fitColumn: (id: ColumnId) => void;
  /** @param descending undefined: back to the service's order */
  readonly sort: (id: ColumnId, descending: boolean | undefined) => void;
  /** Sorts by one column more, or turns or ends its part in the order. */
  readonly addToSort: (id: ColumnId) => void;
  readonly toggleZone: () => void;
  readonly chooseZone: () => void;
  /** @param row the one that a context menu was opened on */
  readonly copy: (form: CopyForm, row: number | undefined) => void;
  readonly selectAll: () => void;
  readonly clearSelection: () => void;
  readonly openRecord: (row: number | undefined) => void;
  readonly nextMarked: () => void;
  readonly toggleMarked: () => void;
  readonly focus: () => void;
}

/** Does what a command of VS Code asks for; a column that is not named is that of the active cell. */
export function runCommand({ name, column, row }: CommandMessage, actions: TableActions): void {
  const id = column !== undefined && isColumnId(column) ? column : actions.activeColumn();
  switch (name) {
    case 'find':
      return actions.find();
    case 'findNext':
    case 'findPrevious':
      return actions.findNext(name === 'findNext' ? 1 : -1);
    case 'closeFind':
      return actions.closeFind();
    case 'filter':
      return actions.focusFilter();
    case 'filterColumn':
      return id && actions.filterColumn(id);
    case 'clearFilters':
      return actions.clearFilters();
    case 'removeFilter':
      return actions.pickFilter();
    case 'clearColumnFilter':
      return id && actions.clearColumnFilter(id);
    case 'chooseColumns':
      return actions.chooseColumns();
    case 'resetColumns':
      return actions.resetColumns();
    case 'hideColumn':
      return id && actions.hideColumn(id);
    case 'moveColumnLeft':
    case 'moveColumnRight':
      return id && actions.moveColumn(id, name === 'moveColumnLeft' ? -1 : 1);
    case 'narrowColumn':
    case 'widenColumn':
      return id && actions.stretchColumn(id, name === 'narrowColumn' ? -1 : 1);
    case 'fitColumn':
      return id && actions.fitColumn(id);
    case 'sortAscending':
    case 'sortDescending':
      return id && actions.sort(id, name === 'sortDescending');
    case 'clearSort':
      return id && actions.sort(id, undefined);
    case 'addToSort':
      return id && actions.addToSort(id);
    case 'toggleTimeZone':
      return actions.toggleZone();
    case 'chooseTimeZone':
      return actions.chooseZone();
    case 'copy':
      return actions.copy('tsv', row);
    case 'copyMarkdown':
      return actions.copy('markdown', row);
    case 'copyJson':
      return actions.copy('json', row);
    case 'selectAll':
      return actions.selectAll();
    case 'clearSelection':
      return actions.clearSelection();
    case 'openRawRecord':
      return actions.openRecord(row);
    case 'nextMarked':
      return actions.nextMarked();
    case 'toggleMarked':
      return actions.toggleMarked();
    case 'focusTable':
      return actions.focus();
    default:
      // Those that are about the page as a whole are none of the table's.
      return;
  }
}
