import { effect, untracked } from '@preact/signals';
import type { Analysis } from '../analysis/analysis.tsx';
import { sameVehicles } from '../summary/vehicle-names.ts';
import type { ChargeRecordsTarget, SavedState } from '../messages/target.ts';
import { readLayout } from '../grid/layout.ts';
import type { RecordsTable } from '../table/table.tsx';
import type { DateRange } from '../../common/date-range.ts';
import type { FirstColumn } from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import type { FilterSet } from '../rows/filters.ts';
import { type TablePlace, type ViewState, latestFirst } from '../table/view-state.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { isSameRange } from '../header/date-range.ts';
import type { BrushedArea } from '../charts/brushed-area.ts';
import type { Loading } from './loading.ts';

/** The state is saved after this many milliseconds without a change. */
const rest = 100;

/** To be incremented whenever what is saved changes: state saved by another version is ignored. */
const form = 1;

/** How table and page are arranged, as saved across reloads and restarts. */
interface PageState extends ViewState {
  readonly form: typeof form;
  /** Whether charts and summary are hidden to leave their space to the table; undefined: not chosen. */
  readonly collapsed: boolean | undefined;
  /** The tab that is shown. */
  readonly tab: string;
  /** Height of charts and summary, in pixels; undefined: not chosen. */
  readonly height: number | undefined;
  readonly brush: BrushedArea | undefined;
  /** The active cell; undefined: none, or a cell of the header. */
  readonly place: TablePlace | undefined;
}

/** VS Code's storage for state that outlives a page. */
export interface StateStore {
  saved(): SavedState | undefined;
  save(state: SavedState): void;
}

export interface KeptPageParts {
  readonly store: StateStore;
  readonly formats: Formats;
  readonly view: ViewModel;
  readonly table: RecordsTable;
  readonly analysis: Analysis;
  /** The column before those of a record, if there is one. */
  readonly first: FirstColumn | undefined;
  /** What the table is filtered by at first. */
  readonly filters: FilterSet;
  /** The vehicles and days of the records on screen; if there are none, of those that are requested. */
  readonly target: () => ChargeRecordsTarget;
  readonly loading: Pick<Loading, 'restore'>;
}

/**
 * Saves and restores how the page is arranged: VS Code discards the page of a viewer that is moved to another window,
 * and all pages when it restarts.
 */
export class PagePersistence {
  readonly #parts: KeptPageParts;
  /** Where the user was in the table, until its rows are there again or the user moves elsewhere. */
  #was: { readonly place: TablePlace | undefined; readonly days: DateRange; readonly top: number } | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: KeptPageParts) {
    this.#parts = parts;
    parts.table.grid.moves.subscribe(() => this.#moved());
  }

  /**
   * @param layout the columns that the table starts with if no state was saved for these vehicles
   */
  restore(layout: unknown): void {
    this.#restore(layout);
    const { view, formats, table } = this.#parts;
    view.onDidChange((change) => {
      if (change !== 'rows') this.save();
    });
    effect(() => {
      void [table.columns.chosen.value, formats.chosenZone.value];
      untracked(() => this.save());
    });
  }

  #restore(layout: unknown): void {
    const { store, table, analysis, loading, first, filters, target } = this.#parts;
    const saved = store.saved();
    const view = saved?.view as PageState | undefined;
    if (!saved || view?.form !== form || !sameVehicles(saved.target, target())) {
      // A comparison leaves the space to the table.
      analysis.chosen.value = first === 'difference' || undefined;
      table.restore({ sort: latestFirst, zone: undefined, layout: readLayout(layout, first), filters });
      return;
    }
    this.#was = { place: view.place, days: saved.target, top: saved.top ?? 0 };
    table.restore({ ...view, layout: readLayout(view.layout, first) });
    analysis.height.value = view.height;
    analysis.tab = view.tab;
    analysis.chosen.value = view.collapsed;
    if (view.brush) analysis.restoreBrush(view.brush);
    loading.restore(saved.target);
  }

  /** Call this when all rows have arrived and are in order. Does nothing for other days, whose rows are different. */
  restorePlace(): void {
    const { table, target } = this.#parts;
    const was = this.#was;
    this.#was = undefined;
    if (!was || !isSameRange(was.days, target())) return;
    if (was.place) table.restorePlace(was.place);
    table.grid.top = was.top;
  }

  save(): void {
    clearTimeout(this.#saving);
    const { store, table, analysis, target } = this.#parts;
    const { place, top } = this.#was ?? { place: table.place, top: table.grid.top };
    const view: PageState = {
      ...{ ...table.state, form, collapsed: analysis.chosen.value, tab: analysis.tab, height: analysis.height.value },
      ...{ brush: analysis.brush, place },
    };
    store.save({ target: target(), view, top });
  }

  /**
   * The user has moved in the table. Saves once nothing more has changed for a moment, because holding down a key moves
   * through many cells.
   */
  #moved(): void {
    this.#was = undefined;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), rest);
  }
}
