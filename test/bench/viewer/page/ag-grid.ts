import {
  ClientSideRowModelModule,
  ColumnApiModule,
  ModuleRegistry,
  RowApiModule,
  TextFilterModule,
  createGrid,
  type GridApi,
} from 'ag-grid-community';
import { fields } from '../../../../src/service/records/columns.ts';
import { runPeer } from './run-peer.ts';
import { cellText } from './subject.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule, ColumnApiModule, RowApiModule, TextFilterModule]);

let api: GridApi | undefined;
let rows = 0;

runPeer({
  row: '.ag-row',
  cell: (column) => `[col-id=${column}]`,
  scroller: () => document.querySelector('.ag-grid-viewport'),
  head: () => document.querySelector('.ag-header'),
  count: () => rows,
  complete: () => rows > 0,
  prepare(container) {
    api = createGrid(container, {
      columnDefs: fields.map((field) => ({
        field,
        width: 150,
        // Else it would make check boxes of true and false.
        cellDataType: false,
        filter: field === 'location',
        valueFormatter: ({ value }: { value: unknown }) => cellText(field, value),
      })),
      rowData: [],
      rowHeight: 26,
      animateRows: false,
      suppressColumnMoveAnimation: true,
      onModelUpdated: ({ api: grid }: { api: GridApi }) => (rows = grid.getDisplayedRowCount()),
    });
  },
  async load(size) {
    api?.setGridOption('rowData', await recordSource.objects(size));
  },
  sort(column, descending) {
    const state = [{ colId: column, sort: descending ? 'desc' : 'asc' }];
    api?.applyColumnState({ state, defaultState: { sort: null } });
  },
  filter(text) {
    const model = text === '' ? null : { filterType: 'text', type: 'contains', filter: text };
    api?.setFilterModel({ location: model });
  },
});
