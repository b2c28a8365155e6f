// When a lost run says something about the machine only: it is begun again then. Both look at tokens that were sent once
// more when the grace of their first use was over.
import type { Pace } from './pace.ts';
import type { Send } from './service/line.ts';

/** Whether the plan's own service was slower in time than a send waits, so that nobody could have the answer. */
export function wasServiceSlow(sends: readonly Send[], { graceMs }: Pace): boolean {
  const isSlow = ({ at, answeredAt, fault }: Send) => fault === undefined && (answeredAt ?? Infinity) - at > graceMs;
  return lostTokens(sends, graceMs).some((inTime) => inTime.some(isSlow));
}

/** Whether nobody sent a token again in time. Only where a process was started for that is the machine to blame. */
export function wasNobodyInTime(sends: readonly Send[], { graceMs }: Pace): boolean {
  return lostTokens(sends, graceMs).some((inTime) => inTime.length === 1);
}

/** The sends within the grace, of each token that was sent after it as well. */
function lostTokens(sends: readonly Send[], graceMs: number): readonly (readonly Send[])[] {
  const groups = [...Map.groupBy(sends, ({ refreshToken }) => refreshToken).values()];
  return groups.flatMap((group) => {
    const inTime = group.filter(({ at }) => at - (group[0]?.at ?? at) <= graceMs);
    return inTime.length < group.length ? [inTime] : [];
  });
}
