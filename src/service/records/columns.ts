/**
 * Charge records as columns: the data that the host sends to the viewer, and that the viewer works on. Imports neither
 * Node nor the schemas, because the browser bundle contains it.
 */

import type { WireFormat } from '../model/record-reading.ts';

/** The fields of a charge record, in the specification's order. */
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

/** Extra fields that records of some forms have: see {@link ExtraColumns}. */
export const extraFields = ['id', 'cost', 'currency', 'latitude', 'longitude'] as const;
export type ExtraField = (typeof extraFields)[number];

/** A field's index is its problem bit. */
export const allFields = [...fields, ...extraFields] as const;
export type Field = (typeof allFields)[number];

/**
 * The meaning of a field's values. `time`: milliseconds since 1970; `fraction`: of full charge; `energy`: in the
 * service's unit; `money`: in the currency beside it; `degrees`: of latitude or longitude; `text`, `flag`: codes.
 */
export const fieldKinds = {
  chargeStart: 'time',
  chargeEnd: 'time',
  location: 'text',
  energy: 'energy',
  isPublic: 'flag',
  startPercentRemaining: 'fraction',
  endPercentRemaining: 'fraction',
  chargingType: 'text',
  id: 'text',
  cost: 'money',
  currency: 'text',
  latitude: 'degrees',
  longitude: 'degrees',
} as const satisfies Readonly<Record<Field, string>>;
export type FieldKind = (typeof fieldKinds)[Field];

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
 * What can be wrong with a field. Reasons before {@link firstDoubt} leave the value unknown: it breaks the contract or
 * is an impossible time. The others keep a value that can't be right. A reason's index is its code.
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

/** Longer texts (in bytes) are cut on the way to the viewer; their codes still distinguish them. */
export const longestText = 1000;

/**
 * A spreadsheet takes text that begins with one of these for a formula; some treat full-width forms like the others.
 * Applies to both saved and copied data.
 */
export const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Stands for a received value when too many different ones have come to keep more. */
export const notKept = '(not kept: too many different values)';

/** Values of the `isPublic` column. */
export const publicCodes = { no: 0, yes: 1, unknown: 2 } as const;

type Bytes = Uint8Array<ArrayBuffer>;
/** Codes of a dictionary, in as few bytes as the largest code needs. */
export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * One batch of rows, as the reader creates it, VS Code transfers it and the viewer appends it. Each array has a buffer
 * of its own of exactly its length, because a message transfers whole buffers. Unknown values are NaN,
 * {@link publicCodes}.unknown, or code 0 of a dictionary.
 */
export interface ColumnBatch {
  /** Absent if the records have the form of the model. */
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
  /** Texts that this batch adds to the dictionaries; the very first has code 1. */
  readonly newLocations: readonly string[];
  readonly newChargingTypes: readonly string[];
  /** Present if the form has these columns. */
  readonly extra?: ExtraColumns | undefined;
  readonly problems: ProblemColumns;
  /** Unknown fields that records of this batch have. */
  readonly unknownFields: readonly UnknownField[];
  /**
   * The records byte for byte, in consecutive parts: the inside of a JSON list, with a comma after the last record if
   * more records follow. Absent if there was too much to keep. Not sent to the viewer.
   */
  readonly raw?: readonly Uint8Array[] | undefined;
}

/** The columns of {@link extraFields}, in the same format as those of {@link ColumnBatch}. */
export interface ExtraColumns {
  readonly id: Codes;
  readonly cost: Float64Array<ArrayBuffer>;
  /** The currency of the cost: a three-letter code, if one was sent. */
  readonly currency: Codes;
  /** Degrees. */
  readonly latitude: Float64Array<ArrayBuffer>;
  readonly longitude: Float64Array<ArrayBuffer>;
  readonly newIds: readonly string[];
  readonly newCurrencies: readonly string[];
}

/** The problems of a batch, ordered by row. */
export interface ProblemColumns {
  /** Counted from the first row of all batches. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** Indexes in {@link allFields}. */
  readonly fields: Bytes;
  /** Indexes in {@link reasons}. */
  readonly reasons: Bytes;
  /** Codes of a short form of the received value, or of {@link notKept}; 0 if there was none. */
  readonly received: Codes;
  readonly newReceived: readonly string[];
}

/** A field that the contract doesn't know. */
export interface UnknownField {
  readonly name: string;
  /** How many records have it. */
  readonly count: number;
  /** The row of the first of them, counted from the first row of all batches. */
  readonly row: number;
}

/** The codes in the smallest type that holds them. */
export function narrowCodes(codes: Uint32Array<ArrayBuffer>, largest: number): Codes {
  if (largest < 0x100) return new Uint8Array(codes);
  return largest < 0x10000 ? new Uint16Array(codes) : codes;
}
