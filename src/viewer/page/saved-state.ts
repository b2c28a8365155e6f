import type { SavedState } from '../messages/target.ts';
import { isRecord } from '../../common/is-record.ts';
import { isText } from '../base/type-guards.ts';

/** The state that VS Code keeps of the page, if it can be read: another version of the page may have saved it. */
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
