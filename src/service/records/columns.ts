/**
 * Charge records as columns: what crosses from the host to the viewer, and what the viewer works on.
 * Free of Node and of the schemas, because the browser side bundles it.
 */

import type { WireFormat } from '../model/record-reading.ts';

/** The fields of a charge record in the document's order. */
export const fields = [
  'chargeStart',
  'chargeEnd',
  'location',
  'energy',
  'isPublic',
  'startPercentRemaining',
  'endPercentRemaining',
  'chargingType',
] as const;

/** What records of some forms have beyond them: see {@link ExtraColumns}. */
export const extraFields = ['id', 'cost', 'currency', 'latitude', 'longitude'] as const;
export type ExtraField = (typeof extraFields)[number];

/** A field's index is its problem bit. */
export const allFields = [...fields, ...extraFields] as const;
export type Field = (typeof allFields)[number];

/** Index of each field in {@link allFields}. */
export const fieldIndex: Readonly<Record<Field, number>> = {
  chargeStart: 0,
  chargeEnd: 1,
  location: 2,
  energy: 3,
  isPublic: 4,
  startPercentRemaining: 5,
  endPercentRemaining: 6,
  chargingType: 7,
  id: 8,
  cost: 9,
  currency: 10,
  latitude: 11,
  longitude: 12,
};

/**
 * What can be wrong with a field. Those before {@link firstDoubt} leave the value unknown: it breaks the contract, or is a
 * time that can't be meant. The others keep a value that can't be right. A reason's index is its code.
 */
export const reasons = [
  'not-a-record',
  'missing',
  'null',
  'wrong-type',
  'not-a-timestamp',
  'not-a-day',
  'far-off',
  'too-large',
  'end-before-start',
  'not-a-fraction',
  'negative',
  'no-such-place',
] as const;
export type Reason = (typeof reasons)[number];
export const firstDoubt = reasons.indexOf('end-before-start');

/** Texts of more bytes than this are cut on the way to the viewer; their codes still tell them apart. */
export const longestText = 1000;

/**
 * Text that a spreadsheet would take for a formula begins with one of these; some take the wide ones for the narrow. So it
 * is for what is saved and for what is copied.
 */
export const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Stands in place of the value that came, where so many different ones have come that no more are kept. */
export const notKept = '(not kept: too many different values)';

/** Values of the `isPublic` column. */
export const publicCodes = { no: 0, yes: 1, unknown: 2 } as const;

type Bytes = Uint8Array<ArrayBuffer>;
/** Codes of a dictionary, in as few bytes as the largest of them needs. */
export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * One batch of rows, as the reader makes it, VS Code carries it and the viewer appends it. Each array has a buffer of its
 * own that is just as long, because a message carries whole buffers. Unknown values are NaN,
 * {@link publicCodes}.unknown, or code 0 of a dictionary.
 */
export interface ColumnBatch {
  /** Absent where records are as the model has them. */
  readonly form?: WireFormat | undefined;
  readonly firstRow: number;
  readonly rows: number;
  /** Milliseconds since 1970. */
  readonly chargeStart: Float64Array<ArrayBuffer>;
  readonly chargeEnd: Float64Array<ArrayBuffer>;
  /** In the service's unit (not in the document). */
  readonly energy: Float64Array<ArrayBuffer>;
  /** Fraction of full charge. */
  readonly startPercentRemaining: Float32Array<ArrayBuffer>;
  readonly endPercentRemaining: Float32Array<ArrayBuffer>;
  /** See {@link publicCodes}. */
  readonly isPublic: Bytes;
  readonly location: Codes;
  readonly chargingType: Codes;
  /** Bit n is set if field n of {@link allFields} has a problem. */
  readonly problemBits: Uint16Array<ArrayBuffer>;
  /** Texts that the dictionaries gain with this batch; the first one ever has code 1. */
  readonly newLocations: readonly string[];
  readonly newChargingTypes: readonly string[];
  /** Present where the form has it. */
  readonly extra?: ExtraColumns | undefined;
  readonly problems: ProblemColumns;
  /** Fields that the contract doesn't know, as far as records of this batch have them. */
  readonly unknownFields: readonly UnknownField[];
  /**
   * The records to the letter, in parts that follow each other: the inside of a JSON list, with a comma behind the last one
   * where more records follow. Absent where there was too much to keep. The viewer is not sent it.
   */
  readonly raw?: readonly Uint8Array[] | undefined;
}

/** Columns of {@link extraFields}, as those of {@link ColumnBatch} are. */
export interface ExtraColumns {
  readonly id: Codes;
  readonly cost: Float64Array<ArrayBuffer>;
  /** Of the cost: a code of three letters, as far as it came so. */
  readonly currency: Codes;
  /** Degrees. */
  readonly latitude: Float64Array<ArrayBuffer>;
  readonly longitude: Float64Array<ArrayBuffer>;
  readonly newIds: readonly string[];
  readonly newCurrencies: readonly string[];
}

/** The problems of a batch in the order of their rows. */
export interface ProblemColumns {
  /** Counted from the first row of all batches. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** Indexes in {@link allFields}. */
  readonly fields: Bytes;
  /** Indexes in {@link reasons}. */
  readonly reasons: Bytes;
  /** Codes of a short form of the value that came, or of {@link notKept}; 0 if none came. */
  readonly received: Codes;
  readonly newReceived: readonly string[];
}

/** A field that the contract doesn't know. */
export interface UnknownField {
  readonly name: string;
  /** How many records have it. */
  readonly count: number;
  /** The first of them, counted from the first of all batches. */
  readonly row: number;
}

/** Codes in the fewest bytes that hold them. */
export function narrowCodes(codes: Uint32Array<ArrayBuffer>, largest: number): Codes {
  if (largest < 0x100) return new Uint8Array(codes);
  return largest < 0x10000 ? new Uint16Array(codes) : codes;
}
