/**
 * How well a move is known: A is read in an official page, specification or SDK; B is official but a preview or an older
 * copy, or follows from two official statements; C is what third parties read or saw.
 */
type Grade = 'A' | 'B' | 'C';

/** Fractions of full charge, or percent. */
type Scale = '0-1' | '0-100';

/** Where a value is, in one version. */
export interface Place {
  /** Method, where it isn't GET, and path after the version: `/vehicles/{id}/battery`; or an address with its host. */
  readonly path: string;
  /** The signal behind the path (version 3). */
  readonly signal?: string;
  /** The field in the body, the signal's body, the query or the header; `[]` is any item of a list. */
  readonly field?: string;
  readonly unit?: string;
  readonly scale?: Scale;
}

/** What else changes with the place, beyond its name. */
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

/** What happened to one thing of version 2.0, or what version 3 adds. */
export interface FieldMapping {
  readonly id: string;
  readonly area: 'token' | 'connect' | 'vehicles' | 'capacity' | 'charge-records' | 'signals' | 'commands' | 'errors';
  /** Left out where version 3 adds something. */
  readonly v2?: Place;
  /** Left out where it is gone. */
  readonly v3?: Place;
  readonly changes?: readonly Change[];
  readonly grade: Grade;
  /** The section of the collected public facts on version 3. */
  readonly section: string;
}
