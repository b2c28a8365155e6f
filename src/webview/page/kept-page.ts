import type { Analysis } from '../analysis/analysis.ts';
import { sameVehicles } from '../analysis/vehicle-names.ts';
import type { ChargeRecordsTarget, InitMessage, SavedState } from '../../records/protocol.ts';
import { readLayout } from '../grid/layout.ts';
import type { RecordsTable } from '../table/table.ts';
import { noViewState, readViewState } from '../table/view-state.ts';
import type { FoldedParts } from './folded-parts.ts';
import { type PageState, readPageState } from './page-state.ts';

/** A page that is narrower, in pixels, hides the form that asks for days until somebody shows it. */
const formWidth = 700;

/** Where VS Code keeps what is to outlive a page. */
export interface StateKeeper {
  saved(): SavedState | undefined;
  save(state: SavedState): void;
}

export interface KeptPageParts {
  readonly keeper: StateKeeper;
  readonly table: RecordsTable;
  readonly analysis: Analysis;
  readonly folded: FoldedParts;
  /** Whether the records are of more than one vehicle. */
  readonly several: boolean;
  /** Whose records are shown now, and of which days. */
  readonly target: () => ChargeRecordsTarget;
}

/** How the page is arranged, which outlives it: VS Code throws away the page of a viewer that is hidden or moved. */
export class KeptPage {
  readonly #parts: KeptPageParts;
  /** Where the rows were, until they are there again. */
  #top: number | undefined;

  constructor(parts: KeptPageParts) {
    this.#parts = parts;
  }

  /** @param layout of the columns, where nothing was kept of these vehicles */
  restore(layout: InitMessage['layout']): void {
    const { keeper, table, analysis, folded, several, target } = this.#parts;
    const saved = keeper.saved();
    if (!saved || !sameVehicles(saved.target, target())) {
      folded.restore(innerWidth < formWidth ? ['range'] : []);
      table.restore({ ...noViewState(several), layout: readLayout(layout, several) });
      return;
    }
    const page = readPageState(saved.view);
    this.#top = saved.top;
    table.restore(readViewState(saved.view, several));
    analysis.height = page.height;
    if (page.tab !== undefined) analysis.tab = page.tab;
    folded.restore(page.folded);
  }

  /** To be called when all rows are there again. */
  restoreScrolled(): void {
    if (this.#top !== undefined) this.#parts.table.grid.top = this.#top;
    this.#top = undefined;
  }

  save(): void {
    const { keeper, table, analysis, folded, target } = this.#parts;
    const page: PageState = { folded: folded.list, tab: analysis.tab, height: analysis.height };
    const top = this.#top ?? table.grid.top;
    keeper.save({ target: target(), view: { ...table.state, ...page }, top });
  }
}
