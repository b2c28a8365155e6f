import { type BrushState, readBrush } from '../analysis/brush.ts';
import { isObject, isText } from '../base/unknown.ts';
import { type TablePlace, readTablePlace } from '../table/table-place.ts';

/** Parts of the page that can be hidden to give their room to the table. */
const foldedParts = ['range', 'charts'] as const;
export type FoldedPart = (typeof foldedParts)[number];

/** How the page is arranged around the table, as it is kept over reloads and restarts. */
export interface PageState {
  /** The parts that are hidden. */
  readonly folded: readonly FoldedPart[];
  /** The tab that is shown. */
  readonly tab: string | undefined;
  /** Of charts and answers, in pixels; undefined: not chosen. */
  readonly height: number | undefined;
  readonly brush: BrushState | undefined;
  readonly place: TablePlace;
  /** When the records came that the place is in, in milliseconds since 1970; undefined: none were complete. */
  readonly receivedAt: number | undefined;
}

/** What can be read of a state that was kept: another version of this page may have written it. */
export function readPageState(kept: unknown): PageState {
  const { folded, tab, height, brush, place, receivedAt } = isObject(kept) ? kept : {};
  const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);
  const hidden = Array.isArray(folded) ? (folded as unknown[]) : [];
  return {
    folded: foldedParts.filter((part) => hidden.includes(part)),
    tab: isText(tab) ? tab : undefined,
    height: number(height),
    brush: readBrush(brush),
    place: readTablePlace(place),
    receivedAt: number(receivedAt),
  };
}
