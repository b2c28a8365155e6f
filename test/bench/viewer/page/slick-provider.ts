import { SlickGrid } from 'slickgrid';
import { Columns } from './bare-columns.ts';
import { runPeer } from './run-peer.ts';
import { slickColumns, slickOptions } from './slick-setup.ts';

const columns = new Columns();
let complete = false;
let grid: SlickGrid | undefined;

function show(): void {
  grid?.invalidateAllRows();
  grid?.updateRowCount();
  grid?.render();
}

runPeer({
  row: '.slick-row',
  cell: (column) => (column === 'energy' ? '.l3' : '.l2'),
  scroller: () => document.querySelector('.slick-viewport-top.slick-viewport-left'),
  count: () => columns.count,
  complete: () => complete,
  prepare(container) {
    const provider = {
      getLength: () => columns.count,
      getItem: (position: number) => ({ row: columns.rowAt(position) }),
    };
    grid = new SlickGrid(
      container,
      provider,
      slickColumns(({ row }: { row: number }, field) => columns.value(row, field)),
      slickOptions,
    );
  },
  async load(size) {
    columns.take(await recordSource.columns(size));
    show();
    complete = true;
  },
  sort(column, descending) {
    columns.sort(column, descending);
    show();
  },
  filter(text) {
    columns.filter(text);
    show();
  },
});
