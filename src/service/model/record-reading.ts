import type { PartialRecord } from './vehicles.ts';

/** How to read the records of a body that is not `{"records":[…]}` with records in the shape of the model. */
export interface RecordReading {
  readonly form: WireFormat;
  readonly judge?: EnvelopeJudge | undefined;
  /** Records that start outside this range are left out. */
  readonly range?: TimeRange | undefined;
}

/** A field of a charge record, as the model names it. */
export type RecordField = keyof PartialRecord | 'latitude' | 'longitude';

/** Where a value is in a record: its name, or the name of an object and its member. */
export type RecordPath = readonly [name: string, member?: string];

/** The form of the records in a body, as plain data. */
export interface WireFormat {
  /** Paths of keys to the list, from the outermost object. The body has one of these. */
  readonly lists: readonly (readonly string[])[];
  /**
   * Where each field is; omitted if no record of this form has it. Of several paths, the first with a value counts, but
   * the amounts of a cost are added up.
   */
  readonly paths: Readonly<Partial<Record<RecordField, readonly RecordPath[]>>>;
  /** The level of a full battery: 1, or 100 if levels are in percent. */
  readonly full: 1 | 100;
  /** Whether values of a record may be missing. */
  readonly isOptional: boolean;
}

/** Milliseconds since 1970; the end is excluded. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Checks the body with an empty list in place of the records, and returns the names of the fields that the contract
 * doesn't know. Throws ServiceError if it does not have the documented shape, or says that the request failed.
 *
 * @param rows how many records were read
 */
export type EnvelopeJudge = (around: unknown, rows: number) => readonly string[];
