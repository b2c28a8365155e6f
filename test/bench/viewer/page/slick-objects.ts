import { SlickDataView, SlickGrid } from 'slickgrid';
import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';
import { runPeer } from './run-peer.ts';
import { slickColumns, slickOptions } from './slick-setup.ts';

type Item = ChargeRecord & { id: number };

const view = new SlickDataView<Item>();
const { compare } = new Intl.Collator('en', { numeric: true });
let grid: SlickGrid | undefined;

runPeer({
  row: '.slick-row',
  cell: (column) => (column === 'energy' ? '.l3' : '.l2'),
  scroller: () => document.querySelector('.slick-viewport-top.slick-viewport-left'),
  count: () => view.getLength(),
  complete: () => view.getLength() > 0,
  prepare(container) {
    grid = new SlickGrid(
      container,
      view,
      slickColumns((item: Item, field) => item[field]),
      slickOptions,
    );
    view.onRowCountChanged.subscribe(() => {
      grid?.updateRowCount();
      grid?.render();
    });
    view.onRowsChanged.subscribe((_: unknown, { rows }: { rows: number[] }) => {
      grid?.invalidateRows(rows);
      grid?.render();
    });
  },
  async load(size) {
    const records = await recordSource.objects(size);
    // The view wants an id in each item.
    const items = records as Item[];
    items.forEach((item, id) => (item.id = id));
    view.setItems(items);
  },
  sort(column, descending) {
    if (column === 'energy') view.sort((a, b) => a.energy - b.energy, !descending);
    else view.sort((a, b) => compare(a.location, b.location), !descending);
  },
  filter(text) {
    const wanted = text.toLowerCase();
    view.setFilter((item) => item.location.toLowerCase().includes(wanted));
  },
});
