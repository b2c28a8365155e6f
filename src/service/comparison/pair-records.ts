import type { TimedRecord } from './version-reading.ts';

/** A charge as each version reports it; one of them may lack it. */
export interface RecordPair {
  /** When it began, in milliseconds since 1970; null if that can't be read. */
  readonly start: number | null;
  readonly v2?: TimedRecord | undefined;
  readonly v3?: TimedRecord | undefined;
}

/**
 * Two charges of a vehicle never begin this close together, but the clocks of the two versions may differ this much.
 */
const closeMs = 60_000;

/**
 * Pairs records that begin at the same time, then the remaining ones within a minute of each other. A record without a
 * start is not paired. The newest come first, those without a start last.
 */
export function pairRecords(v2: readonly TimedRecord[], v3: readonly TimedRecord[]): RecordPair[] {
  const [left, right] = [byStart(v2), byStart(v3)];
  const exact = merge(left.timed, right.timed, 0);
  const isPaired = (pair: RecordPair) => pair.v2 !== undefined && pair.v3 !== undefined;
  const alone = exact.filter((pair) => !isPaired(pair));
  const close = merge(
    alone.flatMap((pair) => pair.v2 ?? []),
    alone.flatMap((pair) => pair.v3 ?? []),
    closeMs,
  );
  const timed = [...exact.filter(isPaired), ...close].sort((a, b) => (b.start ?? 0) - (a.start ?? 0));
  return [
    ...timed,
    ...left.untimed.map((record) => ({ start: null, v2: record })),
    ...right.untimed.map((record) => ({ start: null, v3: record })),
  ];
}

function byStart(records: readonly TimedRecord[]) {
  const timed = records.filter(({ start }) => start !== null).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  return { timed, untimed: records.filter(({ start }) => start === null) };
}

/** Expects both lists sorted by start. */
function merge(v2: readonly TimedRecord[], v3: readonly TimedRecord[], within: number): RecordPair[] {
  const pairs: RecordPair[] = [];
  for (let [left, right] = [0, 0]; left < v2.length || right < v3.length;) {
    const [a, b] = [v2[left], v3[right]];
    const apart = (a?.start ?? Infinity) - (b?.start ?? Infinity);
    const isPair = a !== undefined && b !== undefined && Math.abs(apart) <= within;
    const takesLeft = isPair || (a !== undefined && !(apart > 0));
    const takesRight = isPair || !takesLeft;
    pairs.push({
      start: (takesLeft ? a : b)?.start ?? null,
      ...(takesLeft && { v2: a }),
      ...(takesRight && { v3: b }),
    });
    if (takesLeft) left += 1;
    if (takesRight) right += 1;
  }
  return pairs;
}
