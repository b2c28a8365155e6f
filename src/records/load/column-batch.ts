import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());
const buffer = z.instanceof(ArrayBuffer);
const texts = z.readonly(z.array(z.string()));

/** What a ColumnBatch of `service/columns.ts` must be when it is read from a file. */
export const columnBatch = z.object({
  firstRow: count,
  rows: count,
  chargeStart: buffer,
  chargeEnd: buffer,
  energy: buffer,
  startPercentRemaining: buffer,
  endPercentRemaining: buffer,
  isPublic: buffer,
  location: buffer,
  chargingType: buffer,
  problemBits: buffer,
  newLocations: texts,
  newChargingTypes: texts,
  problems: z.object({
    rows: buffer,
    fields: buffer,
    reasons: buffer,
    received: buffer,
    newReceived: texts,
  }),
  unknownFields: z.readonly(z.array(z.object({ name: z.string(), count, row: count }))),
  writing: z.optional(
    z.object({
      form: z.object({ before: texts, columns: z.readonly(z.array(count)), after: z.string() }),
      styles: buffer,
    }),
  ),
  raw: z.optional(z.object({ rows: buffer, ends: buffer, bytes: buffer })),
});
