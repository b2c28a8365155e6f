/**
 * Batches of columns on the way to the page, in few bytes: VS Code's connection to a window may be slow, and what is sent
 * over it costs both ends. Nothing is lost: the page (`webview/data/unpack-batch.ts`) has the values that `pack-batch.ts` had.
 *
 * The values of a column become whole numbers, and those take as few bits as the largest of them needs:
 * `value = reference + (least + number) × times ÷ per`.
 */
import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());
const buffer = z.instanceof(ArrayBuffer);
const texts = z.readonly(z.array(z.string()));

const wholeNumbers = z.object({
  /** Bits of a number, up to 32; none where all numbers are the same. */
  bits: z.int().check(z.minimum(0), z.maximum(32)),
  /** Uint32, filled from the lowest bit on with one number after another. */
  numbers: buffer,
  least: z.number(),
  times: z.number(),
  per: z.number(),
  /** What values refer to until the first finite one; 0 where they refer to nothing. */
  first: z.number(),
  /** True if a number with all its bits set is NaN. */
  gaps: z.boolean(),
});

/** Values that are no whole numbers of any grain go as they are. */
const numbers = z.union([wholeNumbers, z.object({ values: buffer })]);
export type PackedNumbers = z.infer<typeof numbers>;

/** A ColumnBatch of `service/columns.ts`, packed; what is not for the page is left out. */
export const packedBatch = z.object({
  firstRow: count,
  rows: count,
  /** Each refers to the one before it. */
  chargeStart: numbers,
  /** Each refers to the start in its row, or the last one before it. */
  chargeEnd: numbers,
  energy: numbers,
  startPercentRemaining: numbers,
  endPercentRemaining: numbers,
  isPublic: numbers,
  location: numbers,
  chargingType: numbers,
  problemBits: numbers,
  newLocations: texts,
  newChargingTypes: texts,
  problems: z.object({
    count,
    /** Each refers to the one before it. */
    rows: numbers,
    fields: numbers,
    reasons: numbers,
    received: numbers,
    newReceived: texts,
  }),
  unknownFields: z.readonly(z.array(z.object({ name: z.string(), count, row: count }))),
});
export type PackedBatch = z.infer<typeof packedBatch>;
