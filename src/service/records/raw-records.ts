import type { ColumnBatch } from './columns.ts';
import { elementsOf } from './list-elements.ts';

const comma = 0x2c;
const open = Buffer.from('[');
const close = Buffer.from(']');
const front = Buffer.from('{"records":[');
const back = Buffer.from(']}');

/** The records of a batch byte for byte, one after another; undefined if there was too much to keep. */
export function rawTexts({ raw, rows }: ColumnBatch): readonly string[] | undefined {
  if (!raw) return undefined;
  const list = Buffer.concat([open, ...raw, close]);
  const { commas } = elementsOf(list);
  return Array.from({ length: rows }, (_, row) =>
    list.toString('utf8', (commas[row - 1] ?? 0) + 1, commas[row] ?? list.length - 1).trim(),
  );
}

/** A body with the records of some batches, for `readColumns` to read again. */
export function bodyOfRaw(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const last = parts.at(-1);
  // The last comma may have been followed by records that were left out.
  const whole = last?.at(-1) === comma ? [...parts.slice(0, -1), last.subarray(0, -1)] : parts;
  return ReadableStream.from([front, ...whole, back]);
}
