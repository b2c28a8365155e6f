import type { ChargeRecord } from './vehicles.ts';

/** How the records of a body are read that is not `{"records":[…]}` with records as the model has them. */
export interface RecordReading {
  readonly form: WireFormat;
  readonly judge?: EnvelopeJudge | undefined;
  /** Records that start outside of it are left out. */
  readonly range?: TimeRange | undefined;
}

/** In which form a body has its records. Plain data, so that what is kept of a body can be read again. */
export interface WireFormat {
  /** Keys that lead to the list, from the outermost object on. One of these. */
  readonly lists: readonly (readonly string[])[];
  /** Where a record has each value. */
  readonly names: Readonly<Record<keyof ChargeRecord, string>>;
  /** Where else it may have the kind of charging. */
  readonly otherChargingType?: string | undefined;
  /** What a full battery is: 1, or 100 where levels are in percent. */
  readonly full: 1 | 100;
  /** A place is an object, of which the first of these fields names it; undefined where it is text. */
  readonly place?: readonly string[] | undefined;
  /** Whether a record may be without a value. */
  readonly isOptional: boolean;
  /** Where it has more than that; undefined where it has no more. */
  readonly extra?: ExtraFieldNames | undefined;
}

/** Where a record has what only some forms have. It may always be without. */
export interface ExtraFieldNames {
  readonly id: string;
  /** An object: amounts, which are added up, and their currency. */
  readonly cost: string;
  readonly amounts: readonly string[];
  readonly currency: string;
  /** In the object that the place is, in degrees. */
  readonly latitude: string;
  readonly longitude: string;
}

/** Milliseconds since 1970; the end is not in it. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * What to make of the body with an empty list in place of the records: names of the fields that the contract doesn't
 * know. Throws ServiceError where it is not of the documented shape, or says that the request failed.
 *
 * @param rows how many records were read
 */
export type EnvelopeJudge = (around: unknown, rows: number) => readonly string[];
