/**
 * Charge records as columns: what crosses from the host to the viewer, and what the viewer works on.
 * Free of Node and of the schemas, because the browser side bundles it.
 */

/** The fields of a charge record in the document's order. A field's index is its column and its problem bit. */
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
export type Field = (typeof fields)[number];

/** Index of each field. */
export const fieldIndex: Readonly<Record<Field, number>> = {
  chargeStart: 0,
  chargeEnd: 1,
  location: 2,
  energy: 3,
  isPublic: 4,
  startPercentRemaining: 5,
  endPercentRemaining: 6,
  chargingType: 7,
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

/**
 * One batch of rows. Every buffer is exactly as long as its rows need, because a message carries a view's whole
 * buffer. Unknown values are NaN, {@link publicCodes}.unknown, or code 0 of a dictionary.
 */
export interface ColumnBatch {
  readonly firstRow: number;
  readonly rows: number;
  /** Float64, milliseconds since 1970. */
  readonly chargeStart: ArrayBuffer;
  readonly chargeEnd: ArrayBuffer;
  /** Float64, in the service's unit (not in the document). */
  readonly energy: ArrayBuffer;
  /** Float32, fraction of full charge. */
  readonly startPercentRemaining: ArrayBuffer;
  readonly endPercentRemaining: ArrayBuffer;
  /** Uint8, see {@link publicCodes}. */
  readonly isPublic: ArrayBuffer;
  /** Dictionary codes of 1, 2 or 4 bytes: its length divided by the rows says which. */
  readonly location: ArrayBuffer;
  readonly chargingType: ArrayBuffer;
  /** Uint8: bit n is set if field n has a problem. */
  readonly problemBits: ArrayBuffer;
  /** Texts that the dictionaries gain with this batch; the first one ever has code 1. */
  readonly newLocations: readonly string[];
  readonly newChargingTypes: readonly string[];
  readonly problems: ProblemColumns;
  /** Fields that the contract doesn't know, as far as records of this batch have them. */
  readonly unknownFields: readonly UnknownField[];
  /** How its records are written, for files and the raw record: the viewer is not sent it. */
  readonly writing?: Writing | undefined;
  /** Records that the columns don't hold exactly; absent where there are none. The viewer is not sent it either. */
  readonly raw?: RawRecords | undefined;
}

/** What makes the text of a record out of its columns again, to the letter. */
interface Writing {
  readonly form: WrittenForm;
  /** Uint8, see `value-styles.ts`. */
  readonly styles: ArrayBuffer;
}

/** What is the same in the texts of all records: spaces, keys and the quotes of texts. */
export interface WrittenForm {
  /** In front of each value. */
  readonly before: readonly string[];
  /** Index in {@link fields} of each value. */
  readonly columns: readonly number[];
  readonly after: string;
}

/** Records as they came. */
export interface RawRecords {
  /** Uint32, row counted from the first of the batch. */
  readonly rows: ArrayBuffer;
  /** Uint32, where each one's bytes end; where they begin, too, there was too much to keep. */
  readonly ends: ArrayBuffer;
  /** UTF-8, one record after another. */
  readonly bytes: ArrayBuffer;
}

/** The problems of a batch in the order of their rows. */
export interface ProblemColumns {
  /** Uint32, row counted from the first of all batches. */
  readonly rows: ArrayBuffer;
  /** Uint8, index in {@link fields}. */
  readonly fields: ArrayBuffer;
  /** Uint8, index in {@link reasons}. */
  readonly reasons: ArrayBuffer;
  /** 1, 2 or 4 bytes: code of a short form of the value that came, or of {@link notKept}; 0 if none came. */
  readonly received: ArrayBuffer;
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

/** Dictionary codes of a buffer, whatever their width. Throws RangeError if the length fits none. */
export function codesOf(buffer: ArrayBuffer, rows: number): Uint8Array | Uint16Array | Uint32Array {
  switch (rows === 0 ? 1 : buffer.byteLength / rows) {
    case 1:
      return new Uint8Array(buffer);
    case 2:
      return new Uint16Array(buffer);
    case 4:
      return new Uint32Array(buffer);
    default:
      throw new RangeError(`${buffer.byteLength} bytes of codes for ${rows} rows`);
  }
}
