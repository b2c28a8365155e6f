import type { ChargeRecordsTarget, RecordsSource } from './protocol.ts';

/** All vehicles of a target; the place of each is its number. */
export function sourcesOf({ sessionId, vehicle, others = [] }: ChargeRecordsTarget): readonly RecordsSource[] {
  return [{ sessionId, vehicle }, ...others];
}
