import type { ChargeRecordsTarget, InitMessage, SavedState } from '../../records/protocol/messages.ts';
import { sameVehicles } from '../summary/vehicle-names.ts';
import { incoming } from './incoming.ts';
import { isSameRange } from '../header/date-range.ts';

function sameRecords(a: ChargeRecordsTarget, b: ChargeRecordsTarget): boolean {
  return sameVehicles(a, b) && isSameRange(a, b);
}

/**
 * What the page's HTML says for the beginning, so that the page need not wait for its host.
 *
 * @param saved what the page has kept of itself: one that shows other days by now begins with what its host says
 */
export function firstInit({ dataset }: HTMLElement, saved: SavedState | undefined): InitMessage | undefined {
  const { init = 'null' } = dataset;
  delete dataset.init;
  const first = incoming(JSON.parse(init));
  if (first?.type !== 'init' || (saved && !sameRecords(saved.target, first.target))) return undefined;
  return first;
}
