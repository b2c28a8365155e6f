import { elementsOf } from './list-elements.ts';
import type { WireFormat, TimeRange } from '../model/record-reading.ts';
import type { RecordSlice } from './record-splitter.ts';
import { parseUtcTimestamp } from './utc-time.ts';
import { nameOf } from './wire-format.ts';

/**
 * The records of a slice that start within a range. Records without a readable start are kept, so that they are
 * visible.
 */
export function within(form: WireFormat, { from, to }: TimeRange): (slice: RecordSlice) => RecordSlice {
  // As text, timestamps sort by time, so only those near an edge or outside the range need to be parsed.
  const [first, last] = [from === undefined ? '' : toSecond(from + 999), to === undefined ? '~' : toSecond(to)];
  const name = nameOf(form, 'chargeStart');
  const isIn = (value: unknown): boolean => {
    const start = (value as Readonly<Record<string, unknown>> | null)?.[name];
    if (typeof start !== 'string' || (start > first && start < last)) return true;
    const time = parseUtcTimestamp(start);
    return !(time < (from ?? -Infinity) || time >= (to ?? Infinity));
  };
  return (slice) => (slice.values.every(isIn) ? slice : cut(slice, slice.values.map(isIn)));
}

/** `2026-11-01T18:00:00`, the second that contains a time. */
function toSecond(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}

function cut(slice: RecordSlice, isKept: readonly boolean[]): RecordSlice {
  const list = Buffer.concat([Buffer.from('['), ...slice.raw]);
  const { commas } = elementsOf(list);
  const raw = isKept.flatMap((kept, index) =>
    kept ? [list.subarray((commas[index - 1] ?? 0) + 1, commas[index] ?? list.length), comma] : [],
  );
  return { ...slice, values: slice.values.filter((_, index) => isKept[index]), raw };
}

const comma = Buffer.from(',');
