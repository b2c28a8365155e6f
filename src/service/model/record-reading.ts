import type { ChargeRecord } from './vehicles.ts';

/** How to read the records of a body that is not `{"records":[…]}` with records in the shape of the model. */
export interface RecordReading {
  readonly form: WireFormat;
  readonly judge?: EnvelopeJudge | undefined;
  /** Records that start outside this range are left out. */
  readonly range?: TimeRange | undefined;
}

/** The form of the records in a body. Plain data, so that the parts of a body that are kept can be read again. */
export interface WireFormat {
  /** Paths of keys to the list, from the outermost object. The body has one of these. */
  readonly lists: readonly (readonly string[])[];
  /** The field of a record for each value. */
  readonly names: Readonly<Record<keyof ChargeRecord, string>>;
  /** An alternative field for the kind of charging. */
  readonly otherChargingType?: string | undefined;
  /** The level of a full battery: 1, or 100 if levels are in percent. */
  readonly full: 1 | 100;
  /** If places are objects, the fields that may name one, in order of preference; undefined if places are text. */
  readonly place?: readonly string[] | undefined;
  /** Whether values of a record may be missing. */
  readonly isOptional: boolean;
  /** The names of further fields; undefined if there are none. */
  readonly extra?: ExtraFieldNames | undefined;
}

/** Names of the fields that only some forms have. Each may be missing from a record. */
export interface ExtraFieldNames {
  readonly id: string;
  /** An object with amounts, which are added up, and their currency. */
  readonly cost: string;
  readonly amounts: readonly string[];
  readonly currency: string;
  /** In the object that describes the place, in degrees. */
  readonly latitude: string;
  readonly longitude: string;
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
