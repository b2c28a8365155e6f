import type { ViewerStrings } from '../../records/protocol/messages.ts';
import type { Cells } from '../grid/cells.ts';
import { type CopyForm, copyText } from './copy-text.ts';
import type { Formats } from '../formats/formats.ts';
import type { Grid } from '../grid/grid.ts';
import { fill } from '../base/text.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

/** More rows make a text that no clipboard is for. */
const mostCopied = 100_000;

/** What a copy is made of, and who hears of it. */
export interface RowCopyParts {
  readonly strings: ViewerStrings;
  readonly formats: Formats;
  readonly cells: Cells;
  readonly view: ViewModel;
  readonly grid: Grid;
  /** Those that are shown. */
  readonly columns: () => readonly ColumnId[];
  readonly label: (id: ColumnId) => string;
  readonly say: (text: string) => void;
  /** Has VS Code put a text on the clipboard. */
  readonly send: (text: string) => void;
}

/** Records as text for the clipboard; says how many they are. */
export class RowCopy {
  readonly #parts: RowCopyParts;

  constructor(parts: RowCopyParts) {
    this.#parts = parts;
    parts.grid.element.addEventListener('copy', (event) => {
      const text = this.#text('tsv');
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    });
  }

  /** @param row the one that a context menu was opened on; undefined: the active one */
  copy(form: CopyForm, row?: number): void {
    const text = this.#text(form, row);
    if (text !== '') this.#parts.send(text);
  }

  /** The text of the selected rows; of the given or the active one, if it is not among them. Empty if there is none. */
  #text(form: CopyForm, row = this.#parts.grid.active.row): string {
    const { strings, formats, cells, view, label, columns, say } = this.#parts;
    const rows = this.#rows(row);
    if (rows.length === 0) return '';
    if (rows.length > mostCopied) {
      say(fill(strings.copyTooMany, formats.count(mostCopied)));
      return '';
    }
    say(fill(strings.copied, formats.count(rows.length)));
    return copyText(form, { store: view.store, rows, columns: columns(), label, cells });
  }

  #rows(row: number | undefined): readonly number[] {
    const { selection } = this.#parts.grid;
    const alone = row !== undefined && !selection.has(row);
    if (!alone && selection.count > 0) return selection.rows();
    return row === undefined ? [] : [row];
  }
}
