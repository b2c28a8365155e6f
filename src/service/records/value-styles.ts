import { type Field, fields } from './columns.ts';

/**
 * The same time and the same number can be written in several ways, and the columns have only the value. A byte for each
 * row says which of the usual ways it was, so that the row is written again as it came:
 * - bits 0 and 1, how many times three digits the start's fraction of a second has: none, `.000`, `.000000`, `.000000000`;
 * - bits 2 and 3, the same of the end;
 * - bits 4 to 6, whether energy, start level and end level are whole numbers with `.0` behind them.
 */
export const timeShift = { chargeStart: 0, chargeEnd: 2 } as const;
const timeMask = 3;

const pointZeroBits: Readonly<Partial<Record<Field, number>>> = {
  energy: 1 << 4,
  startPercentRemaining: 1 << 5,
  endPercentRemaining: 1 << 6,
};
/** By the index of a field: its bit, if it is a number. */
export const pointZero: Readonly<Uint8Array> = Uint8Array.from(fields, (field) => pointZeroBits[field] ?? 0);

/** A time (milliseconds since 1970) in ISO 8601 UTC as it came. Of style 0, with a fraction only if it has one. */
export function writtenTime(time: number, field: keyof typeof timeShift, styles: number): string {
  const text = new Date(time).toISOString();
  const thousands = (styles >> timeShift[field]) & timeMask;
  if (thousands === 0) return text.replace('.000Z', 'Z');
  return `${text.slice(0, -1)}${'000'.repeat(thousands - 1)}Z`;
}

/** A number in JSON as it came. */
export function writtenNumber(value: number, column: number, styles: number): string {
  return (styles & (pointZero[column] ?? 0)) === 0 ? String(value) : `${value}.0`;
}
