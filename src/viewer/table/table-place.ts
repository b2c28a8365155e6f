import { isRecord } from '../../common/is-record.ts';
import { isText } from '../base/type-guards.ts';
import { type ColumnId, isColumnId } from '../data/view-columns.ts';

/** A cell of the table, as saved across reloads and restarts; the row is a position in the order. */
export interface TablePlace {
  readonly position: number;
  readonly column: ColumnId;
}

/** Reads the valid parts of a saved position: another version of this page may have written it. */
export function readTablePlace(kept: unknown): TablePlace | undefined {
  if (!isRecord(kept)) return undefined;
  const { position, column } = kept;
  if (!Number.isInteger(position) || (position as number) < 0) return undefined;
  return isText(column) && isColumnId(column) ? { position: position as number, column } : undefined;
}
