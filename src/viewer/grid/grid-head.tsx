import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import { element } from '../base/dom.ts';
import { listenDrag } from '../base/edge-drag.ts';
import type { ColumnId } from '../data/view-columns.ts';
import { isFiltered } from '../rows/filters.ts';
import { nextSort } from '../rows/sort.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { Columns } from './columns.ts';

interface HeadEvents {
  /** Opens the summary and the filter of a column. */
  readonly onFilter: (id: ColumnId) => void;
  /** @param words what the order of rows or columns is now */
  readonly onArranged: (words: string) => void;
}

/** The row of column headers: sorts, resizes, moves and filters each column by pointer; `Grid` handles its keys. */
export class GridHead {
  readonly element = element('div', { role: 'rowgroup', class: 'head' });
  readonly columns: Columns;
  readonly view: ViewModel;
  readonly events: HeadEvents;
  dragged: ColumnId | undefined;
  resizing = false;

  constructor(columns: Columns, view: ViewModel, events: HeadEvents) {
    this.columns = columns;
    this.view = view;
    this.events = events;
  }

  /** Shows the present columns at once, because one of them may be about to have the focus. */
  show(): void {
    render(
      <div role="row" class="row" aria-rowindex={1}>
        {this.columns.ids.map((id, column) => (
          <HeadCell key={id} head={this} id={id} column={column} />
        ))}
      </div>,
      this.element,
    );
  }

  cellAt(column: number): HTMLElement | undefined {
    return this.element.firstElementChild?.children[column] as HTMLElement | undefined;
  }

  /** @param add whether to add the column to the current sort order instead of replacing it */
  sort(id: ColumnId, add: boolean): void {
    const sorts = nextSort(this.view.sort, id, add);
    this.view.setSort(sorts);
    const order = sorts.map(({ column, descending }) =>
      t(descending ? '{0} descending' : '{0} ascending', this.columns.label(column)),
    );
    this.events.onArranged(sorts.length > 0 ? t('Sorted by {0}', order.join(', ')) : t('Sorting removed'));
  }

  /** Says where a column is now. */
  sayMoved(id: ColumnId): void {
    const { ids, label } = this.columns;
    const place = ids.indexOf(id) + 1;
    this.events.onArranged(t('{0} is column {1} of {2}', label(id), String(place), String(ids.length)));
  }
}

interface HeadCellProps {
  readonly head: GridHead;
  readonly id: ColumnId;
  readonly column: number;
}

function HeadCell({ head, id, column }: HeadCellProps) {
  const { columns, view, events } = head;
  const cell = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!edge.current) return;
    listenDrag(edge.current, 'clientX', {
      onStart: () => {
        head.resizing = true;
        return cell.current?.offsetWidth ?? 0;
      },
      onSize: (width) => columns.resize(id, width),
      onEnd: () => (head.resizing = false),
      onReset: () => columns.resize(id, undefined),
    });
  }, []);
  const at = view.sort.findIndex((each) => each.column === id);
  const sort = view.sort[at];
  const label = columns.label(id);
  const keys = t('Enter or click: sort · with Shift: add sort · Alt+Down: summary, filter · ?: all keys');
  const onDrop = (event: DragEvent) => {
    cell.current?.classList.remove('drop');
    if (head.dragged === undefined || !cell.current) return;
    event.preventDefault();
    const { left, width } = cell.current.getBoundingClientRect();
    const after = event.clientX > left + width / 2;
    columns.moveBefore(head.dragged, after ? columns.ids[column + 1] : id);
    head.sayMoved(head.dragged);
  };
  const filtered = isFiltered(view.filters, id);
  return (
    <div
      role="columnheader"
      class={`cell ${id}${filtered ? ' filtered' : ''}`}
      // The grid sets it on the cell that is in the tab order.
      tabindex={-1}
      draggable
      aria-sort={!sort ? 'none' : sort.descending ? 'descending' : 'ascending'}
      aria-description={keys}
      data-column={column}
      title={`${t('Sort by {0}', label)}\n${keys}`}
      ref={cell}
      onClick={(event) => {
        if ((event.target as Element).matches('.funnel')) events.onFilter(id);
        else if (event.target !== edge.current) head.sort(id, event.shiftKey);
      }}
      onDragStart={(event) => {
        if (head.resizing) event.preventDefault();
        else head.dragged = id;
      }}
      onDragEnd={() => (head.dragged = undefined)}
      onDragOver={(event) => {
        if (head.dragged === undefined) return;
        event.preventDefault();
        event.currentTarget.classList.add('drop');
      }}
      onDragLeave={({ currentTarget }) => currentTarget.classList.remove('drop')}
      onDrop={onDrop}
    >
      <span class="value">{label}</span>
      <span class="arrow" aria-hidden="true" />
      {/* A rank is useful only if there are several sort columns. */}
      <span class="rank">{sort && view.sort.length > 1 ? at + 1 : ''}</span>
      <span class="funnel" role="img" aria-label={t('filtered')} aria-hidden={!filtered} />
      <span class="edge" aria-hidden="true" ref={edge} />
    </div>
  );
}
