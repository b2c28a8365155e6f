import { type BrushedArea, readBrushedArea } from '../charts/brushed-area.ts';
import { isRecord } from '../../common/is-record.ts';
import { isText } from '../base/type-guards.ts';
import { type TablePlace, readTablePlace } from '../table/table-place.ts';

/** How the page is arranged around the table, as saved across reloads and restarts. */
export interface PageState {
  /** Whether charts and summary are hidden to leave their space to the table; undefined: not chosen. */
  readonly collapsed: boolean | undefined;
  /** The tab that is shown. */
  readonly tab: string | undefined;
  /** Height of charts and summary, in pixels; undefined: not chosen. */
  readonly height: number | undefined;
  readonly brush: BrushedArea | undefined;
  /** The active cell; undefined: none, or a cell of the header. */
  readonly place: TablePlace | undefined;
}

/** Reads the valid parts of a saved state: another version of this page may have written it. */
export function readPageState(kept: unknown): PageState {
  const { collapsed, tab, height, brush, place } = isRecord(kept) ? kept : {};
  return {
    collapsed: typeof collapsed === 'boolean' ? collapsed : undefined,
    tab: isText(tab) ? tab : undefined,
    height: Number.isFinite(height) ? (height as number) : undefined,
    brush: readBrushedArea(brush),
    place: readTablePlace(place),
  };
}
