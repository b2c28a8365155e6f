import { FilterModule, FormatModule, SortModule, Tabulator } from 'tabulator-tables';
import { fields } from '../../../../src/service/records/columns.ts';
import { runPeer } from './run-peer.ts';
import { cellText } from './subject.ts';

Tabulator.registerModule([FilterModule, FormatModule, SortModule]);

let table: Tabulator | undefined;
let complete = false;

runPeer({
  row: '.tabulator-row',
  cell: (column) => `[tabulator-field=${column}]`,
  scroller: () => document.querySelector('.tabulator-tableholder'),
  count: () => table?.getDataCount('active') ?? 0,
  complete: () => complete,
  prepare: (container) =>
    new Promise((resolve) => {
      table = new Tabulator(container, {
        // A height in per cent leaves it without a window: it would make all rows.
        height: container.clientHeight,
        rowHeight: 26,
        columns: fields.map((field) => ({
          title: field,
          field,
          width: 150,
          sorter: field === 'energy' ? 'number' : 'string',
          formatter: (cell: { getValue(): unknown }) => cellText(field, cell.getValue()),
        })),
      });
      table.on('tableBuilt', () => resolve());
    }),
  async load(size) {
    await table?.setData(await recordSource.objects(size));
    complete = true;
  },
  sort: (column, descending) => table?.setSort(column, descending ? 'desc' : 'asc'),
  filter(text) {
    if (text === '') table?.clearFilter(true);
    else table?.setFilter('location', 'like', text);
  },
});
