import { t } from '../../common/translate.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import { type CopyForm, copyText } from './copy-text.ts';
import type { Formats } from '../formats/formats.ts';
import type { Grid } from '../grid/grid.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** More rows make a text that is too large for the clipboard. */
const mostCopied = 100_000;

/** What a copy is made from, and who is notified of it. */
export interface RowCopierParts {
  readonly formats: Formats;
  readonly cells: CellTexts;
  readonly view: ViewModel;
  readonly grid: Grid;
  /** The columns that are shown. */
  readonly columns: () => readonly ColumnId[];
  readonly label: (id: ColumnId) => string;
  readonly say: (text: string) => void;
  /** Makes VS Code copy a text to the clipboard; true once it is there. */
  readonly write: (text: string) => Promise<boolean | undefined>;
}

/** Copies records as text to the clipboard and reports how many they are. */
export class RowCopier {
  readonly #parts: RowCopierParts;

  constructor(parts: RowCopierParts) {
    this.#parts = parts;
    parts.grid.element.addEventListener('copy', (event) => {
      const rows = this.#rows();
      if (rows.length === 0) return;
      event.clipboardData?.setData('text/plain', this.#text('tsv', rows));
      event.preventDefault();
      this.#sayCopied(rows);
    });
  }

  /**
   * Copies the selected rows, or the given one if it is not among them.
   *
   * @param row the row that a context menu was opened on; undefined: the active row
   */
  async copy(form: CopyForm, row?: number): Promise<void> {
    const rows = this.#rows(row);
    if (rows.length > 0 && (await this.#parts.write(this.#text(form, rows)))) this.#sayCopied(rows);
  }

  #text(form: CopyForm, rows: readonly number[]): string {
    const { cells, view, label, columns } = this.#parts;
    return copyText(form, { store: view.store, rows, columns: columns(), label, cells });
  }

  #sayCopied({ length }: readonly number[]): void {
    const { formats, say } = this.#parts;
    say(t('Copied: {0}', formats.count(length)));
  }

  /** Empty if there are too many rows, in which case it reports so. */
  #rows(row = this.#parts.grid.active.row): readonly number[] {
    const { formats, grid, say } = this.#parts;
    const { selection } = grid;
    const alone = row !== undefined && !selection.has(row);
    const rows = !alone && selection.count > 0 ? selection.rows() : row === undefined ? [] : [row];
    if (rows.length <= mostCopied) return rows;
    say(t('At most {0} records can be copied. Export them instead.', formats.count(mostCopied)));
    return [];
  }
}
