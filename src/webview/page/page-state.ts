import { type BrushState, readBrush } from '../analysis/brush.ts';
import { isObject, isText } from '../base/type-guards.ts';
import { type TablePlace, readTablePlace } from '../table/table-place.ts';
import type { DateRange } from '../../common/date-range.ts';

/** Parts of the page that can be hidden to give their room to the table. */
const collapsibleSections = ['range', 'charts'] as const;
export type CollapsibleSection = (typeof collapsibleSections)[number];

/** How the page is arranged around the table, as it is kept over reloads and restarts. */
export interface PageState {
  /** The parts that are hidden. */
  readonly collapsed: readonly CollapsibleSection[];
  /** The tab that is shown. */
  readonly tab: string | undefined;
  /** Of charts and answers, in pixels; undefined: not chosen. */
  readonly height: number | undefined;
  readonly brush: BrushState | undefined;
  readonly place: TablePlace;
  /** Which records were complete; undefined: none were. */
  readonly loaded: string | undefined;
  /** The days of these. */
  readonly days: DateRange | undefined;
}

/** What can be read of a state that was kept: another version of this page may have written it. */
export function readPageState(kept: unknown): PageState {
  const { collapsed, tab, height, brush, place, loaded, days } = isObject(kept) ? kept : {};
  const hidden = Array.isArray(collapsed) ? (collapsed as unknown[]) : [];
  return {
    collapsed: collapsibleSections.filter((part) => hidden.includes(part)),
    tab: isText(tab) ? tab : undefined,
    height: Number.isFinite(height) ? (height as number) : undefined,
    brush: readBrush(brush),
    place: readTablePlace(place),
    loaded: isText(loaded) ? loaded : undefined,
    days: readDays(days),
  };
}

function readDays(kept: unknown): DateRange | undefined {
  if (!isObject(kept)) return undefined;
  const { startDate, endDate } = kept;
  return { startDate: isText(startDate) ? startDate : undefined, endDate: isText(endDate) ? endDate : undefined };
}
