import { isObject, isText } from '../base/type-guards.ts';
import { type ColumnId, isColumnId } from '../data/view-columns.ts';

/** Where in the table somebody is, as it is kept over reloads and restarts. */
export interface TablePlace {
  /** A row by its place in the order; undefined: none. */
  readonly active: { readonly position: number; readonly column: ColumnId } | undefined;
  /** Bits of the selected rows of the store (`rowBits`); undefined: none, or too many to keep. */
  readonly selected: string | undefined;
  /** What is looked for; undefined: nothing. */
  readonly sought: string | undefined;
}

/** What can be read of a place that was kept: another version of this page may have written it. */
export function readTablePlace(kept: unknown): TablePlace {
  const { active, selected, sought } = isObject(kept) ? kept : {};
  return {
    active: readActive(active),
    selected: isText(selected) ? selected : undefined,
    sought: isText(sought) ? sought : undefined,
  };
}

function readActive(kept: unknown): TablePlace['active'] {
  if (!isObject(kept)) return undefined;
  const { position, column } = kept;
  if (!Number.isInteger(position) || (position as number) < 0 || !isText(column) || !isColumnId(column))
    return undefined;
  return { position: position as number, column };
}
