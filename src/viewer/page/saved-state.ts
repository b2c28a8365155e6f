import type { SavedState } from '../messages/target.ts';
import { isRecord } from '../../common/is-record.ts';
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
