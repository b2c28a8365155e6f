import { record } from '../unit/service/records/record-bodies.ts';

const day = 86_400_000;

/** One charge of an hour a day, at home and at work in turns, changed as told; the first at noon of the 1st of October. */
export function daily(
  count: number,
  changes: (index: number) => Readonly<Record<string, unknown>> = () => ({}),
  first = Date.UTC(2026, 9, 1, 12),
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    record({
      chargeStart: new Date(first + index * day).toISOString(),
      chargeEnd: new Date(first + index * day + 3_600_000).toISOString(),
      location: index % 2 === 0 ? 'Home' : 'Work',
      ...changes(index),
    }),
  );
}
