import type { ChargeRecordsTarget, SavedState } from '../messages/target.ts';
import { isRecord } from '../../common/is-record.ts';
import { isSameRange } from '../header/date-range.ts';
import type { PageMessage } from '../messages/to-page.ts';
import { sameVehicles } from '../summary/vehicle-names.ts';
import { isText } from '../base/type-guards.ts';

/** Reads the state that VS Code saved for the page, if it is valid: another version of the page may have written it. */
export function readSavedState(raw: unknown): SavedState | undefined {
  if (!isRecord(raw) || !isRecord(raw.target)) return undefined;
  const { vehicle, others = [] } = raw.target;
  const vehicles = [
    vehicle,
    ...(Array.isArray(others) ? others.map((other: unknown) => isRecord(other) && other.vehicle) : []),
  ];
  if (!vehicles.every((each) => isRecord(each) && isText(each.id))) return undefined;
  const { target, view, top } = raw as unknown as SavedState;
  return { target, view, top: Number.isInteger(top) ? top : undefined };
}

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
