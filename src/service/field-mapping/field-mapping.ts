import type { RecordField } from '../model/record-reading.ts';

/**
 * How certain a mapping is: A is from an official page, specification or SDK; B is official but a preview or an older
 * copy, or follows from two official statements; C is what third parties read or observed.
 */
type Grade = 'A' | 'B' | 'C';

/** Fractions of full charge, or percent. */
type Scale = '0-1' | '0-100';

/** Where a value is in one version. */
export interface Place {
  /** Method, if it isn't GET, and path after the version: `/vehicles/{id}/battery`; or an address with its host. */
  readonly path: string;
  /** The signal behind the path (version 3). */
  readonly signal?: string;
  /** The field in the body, the signal's body, the query or the header; `[]` is any item of a list. */
  readonly field?: string;
  /** The name of the field inside one charge record. */
  readonly name?: string;
  /** If the field is an object: which of its members, in order, have a field of the model. */
  readonly members?: Readonly<Partial<Record<RecordField, readonly string[]>>>;
  readonly unit?: string;
  readonly scale?: Scale;
}

/** What changes besides the place and the name. */
type Change =
  | 'scale'
  | 'unit-stated'
  | 'wrapped'
  | 'object-to-value'
  | 'text-to-object'
  | 'list-of-errors'
  | 'number-to-text'
  | 'may-be-missing'
  | 'meaning-differs'
  | 'other-id'
  | 'other-host';

/** What became of one item of version 2.0, or what version 3 adds. */
export interface FieldMapping {
  readonly id: string;
  readonly area: 'token' | 'connect' | 'vehicles' | 'capacity' | 'charge-records' | 'signals' | 'commands' | 'errors';
  /** Omitted if version 3 adds the item. */
  readonly v2?: Place;
  /** Omitted if version 3 no longer has it. */
  readonly v3?: Place;
  readonly changes?: readonly Change[];
  readonly grade: Grade;
}
