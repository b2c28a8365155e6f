import { fields } from '../../../../src/service/records/columns.ts';
import { Columns } from './bare-columns.ts';
import { runPeer } from './run-peer.ts';
import { cellText } from './subject.ts';

const rowHeight = 26;
const margin = 8;
/** Browsers lose pixels in elements that are much taller. */
const tallest = 10_000_000;

const columns = new Columns();
const body = document.createElement('div');
const pool: HTMLElement[] = [];
let scroller: HTMLElement | null = null;
let complete = false;

/** The floor of all tables: as many rows as fit on screen, moved and filled; no keys, no names, no columns to arrange. */
function render(fresh: boolean): void {
  if (!scroller) return;
  const view = scroller.clientHeight;
  const all = columns.count * rowHeight;
  const height = Math.min(all, tallest);
  body.style.height = `${height}px`;
  const { scrollTop } = scroller;
  const scrolled = height > view ? (scrollTop / (height - view)) * (all - view) : 0;
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - margin);
  const size = Math.ceil(view / rowHeight) + 1 + 2 * margin;
  while (pool.length < size) pool.push(newRow());
  for (let position = first; position < first + size; position += 1) {
    const row = pool[position % size];
    if (!row) continue;
    row.hidden = position >= columns.count;
    if (row.hidden) continue;
    if (fresh || row.dataset.row !== String(position)) fill(row, position);
    row.style.transform = `translateY(${scrollTop - scrolled + position * rowHeight}px)`;
  }
}

function newRow(): HTMLElement {
  const row = document.createElement('div');
  row.className = 'row';
  for (const field of fields) {
    const cell = document.createElement('div');
    cell.className = field;
    cell.append(document.createTextNode(''));
    row.append(cell);
  }
  body.append(row);
  return row;
}

function fill(row: HTMLElement, position: number): void {
  row.dataset.row = String(position);
  const at = columns.rowAt(position);
  fields.forEach((field, column) => {
    const text = row.children[column]?.firstChild;
    if (text) text.nodeValue = cellText(field, columns.value(at, field));
  });
}

runPeer({
  row: '.row',
  cell: (column) => `.${column}`,
  scroller: () => scroller,
  count: () => columns.count,
  complete: () => complete,
  prepare(container) {
    scroller = container;
    container.append(body);
    container.addEventListener('scroll', () => render(false));
  },
  async load(size) {
    columns.take(await recordSource.columns(size));
    render(true);
    complete = true;
  },
  sort(column, descending) {
    columns.sort(column, descending);
    render(true);
  },
  filter(text) {
    columns.filter(text);
    render(true);
  },
});
