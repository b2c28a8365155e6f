import type { CellTexts } from '../grid/cell-texts.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** Rows to search between two checks of the time; and how long a slice may take, in milliseconds. */
const rowsAtOnce = 64;
const slice = 8;

/** No more matches than this are counted, as in VS Code's own find. */
export const mostMatches = 20_000;

/** A cell in which a text was found; its row is given as the position in the table. */
export interface Match {
  readonly position: number;
  readonly column: ColumnId;
}

/** Finds a text in what the table shows, in time slices, so that the page stays responsive. */
export class Finder {
  readonly #view: ViewModel;
  readonly #cells: CellTexts;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: ViewModel, cells: CellTexts) {
    this.#view = view;
    this.#cells = cells;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** After each slice, reports all matches so far, row by row; `complete` is true at the end. */
  find(
    wanted: string,
    columns: readonly ColumnId[],
    onFound: (matches: readonly Match[], complete: boolean) => void,
  ): void {
    this.stop();
    const text = wanted.toLocaleLowerCase();
    const matches: Match[] = [];
    let position = 0;
    const work = (): void => {
      const end = performance.now() + slice;
      const { count } = this.#view;
      while (position < count && matches.length < mostMatches && performance.now() < end) {
        const until = Math.min(count, position + rowsAtOnce);
        for (; position < until; position += 1) this.#look(position, text, columns, matches);
      }
      const complete = position >= count || matches.length >= mostMatches;
      onFound(matches, complete);
      if (!complete) this.#timer = setTimeout(work);
    };
    if (text === '') {
      onFound(matches, true);
      return;
    }
    work();
  }

  #look(position: number, text: string, columns: readonly ColumnId[], matches: Match[]): void {
    const row = this.#view.rowAt(position);
    for (const column of columns) {
      const shown = this.#cells.text(this.#view.store, row, column) ?? this.#cells.unknown;
      if (shown.toLocaleLowerCase().includes(text)) matches.push({ position, column });
    }
  }
}
