import type { ChargeRecordsTarget, SavedState } from '../messages/target.ts';
import { isSameRange } from '../header/date-range.ts';
import type { PageMessage } from '../messages/to-page.ts';
import { sameVehicles } from '../summary/vehicle-names.ts';

function sameRecords(a: ChargeRecordsTarget, b: ChargeRecordsTarget): boolean {
  return sameVehicles(a, b) && isSameRange(a, b);
}

/**
 * Reads the `init` in the page's HTML, so that the page need not wait for its host.
 *
 * @param saved the page's saved state: if it has other vehicles or days, the page waits for the host's `init`
 */
export function embeddedInit({ dataset }: HTMLElement, saved: SavedState | undefined): PageMessage<'init'> | undefined {
  const { init = 'null' } = dataset;
  delete dataset.init;
  const first = JSON.parse(init) as PageMessage<'init'> | null;
  if (!first || (saved && !sameRecords(saved.target, first.target))) return undefined;
  return first;
}
