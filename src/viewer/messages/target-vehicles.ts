import type { ChargeRecordsTarget, RecordsSource } from './target.ts';

/** All vehicles of a target; the index of each is its number. */
export function sourcesOf({ sessionId, vehicle, others = [] }: ChargeRecordsTarget): readonly RecordsSource[] {
  return [{ sessionId, vehicle }, ...others];
}
