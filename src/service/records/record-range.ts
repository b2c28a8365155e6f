import { elementsOf } from './list-elements.ts';
import type { RecordForm, TimeRange } from '../model/record-reading.ts';
import type { RecordSlice } from './record-splitter.ts';
import { parseUtcTimestamp } from './utc-time.ts';

/** The days of a query, in UTC. */
export function rangeOfDays(startDate: string | undefined, endDate: string | undefined): TimeRange | undefined {
  if (startDate === undefined && endDate === undefined) return undefined;
  const day = 86_400_000;
  return {
    ...(startDate !== undefined && { from: Date.parse(startDate) }),
    ...(endDate !== undefined && { to: Date.parse(endDate) + day }),
  };
}

/** The records of a slice that start within a range. One without a start that can be read is kept: it is to be seen. */
export function within(
  slice: RecordSlice,
  form: RecordForm,
  { from = -Infinity, to = Infinity }: TimeRange,
): RecordSlice {
  const name = form.names.chargeStart;
  const isKept = slice.values.map((value) => {
    const start = (value as Readonly<Record<string, unknown>> | null)?.[name];
    const time = typeof start === 'string' ? parseUtcTimestamp(start) : NaN;
    return !(time < from || time >= to);
  });
  if (!isKept.includes(false)) return slice;
  const list = Buffer.concat([Buffer.from('['), ...slice.raw]);
  const { commas } = elementsOf(list);
  const raw = isKept.flatMap((kept, index) =>
    kept ? [list.subarray((commas[index - 1] ?? 0) + 1, commas[index] ?? list.length), comma] : [],
  );
  return { ...slice, values: slice.values.filter((_, index) => isKept[index]), raw };
}

const comma = Buffer.from(',');
