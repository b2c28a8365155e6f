/** Position of the header row; records count from 0. */
export const headerPosition = -1;

export interface CellPlace {
  readonly position: number;
  readonly column: number;
}

export interface GridBounds {
  readonly rows: number;
  readonly columns: number;
  /** Rows that PageUp and PageDown move by. */
  readonly page: number;
}

/** The cell that a key leads to (WAI-ARIA's data grid pattern), or undefined if the grid does not handle the key. */
export function moved(from: CellPlace, key: string, control: boolean, bounds: GridBounds): CellPlace | undefined {
  const { position, column } = from;
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const row = (to: number) => ({ position: Math.max(headerPosition, Math.min(to, lastRow)), column });
  const cell = (to: number) => ({ position, column: Math.max(0, Math.min(to, lastColumn)) });
  switch (key) {
    case 'ArrowDown':
      return row(control ? lastRow : position + 1);
    case 'ArrowUp':
      return row(control ? 0 : position - 1);
    case 'ArrowRight':
      return cell(control ? lastColumn : column + 1);
    case 'ArrowLeft':
      return cell(control ? 0 : column - 1);
    case 'PageDown':
      return row(position + bounds.page);
    case 'PageUp':
      // Within the records, it stops at the first one.
      return row(position > 0 ? Math.max(0, position - bounds.page) : position - 1);
    case 'Home':
      return control ? { position: Math.min(0, lastRow), column: 0 } : cell(0);
    case 'End':
      return control ? { position: lastRow, column: lastColumn } : cell(lastColumn);
    default:
      return undefined;
  }
}
