import type { ChargeRecordsTarget, SavedState } from '../messages/target.ts';
import type { PageMessage } from '../messages/to-page.ts';
import { sameVehicles } from '../summary/vehicle-names.ts';
import { isSameRange } from '../header/date-range.ts';

function sameRecords(a: ChargeRecordsTarget, b: ChargeRecordsTarget): boolean {
  return sameVehicles(a, b) && isSameRange(a, b);
}

/**
 * What the page's HTML says for the beginning, so that the page need not wait for its host.
 *
 * @param saved what the page has kept of itself: one that shows other days by now begins with what its host says
 */
export function embeddedInit({ dataset }: HTMLElement, saved: SavedState | undefined): PageMessage<'init'> | undefined {
  const { init = 'null' } = dataset;
  delete dataset.init;
  const first = JSON.parse(init) as PageMessage<'init'> | null;
  if (!first || (saved && !sameRecords(saved.target, first.target))) return undefined;
  return first;
}
