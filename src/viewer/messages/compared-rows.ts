/**
 * How a record compares with the other side; the index is its code. `in-pair`: shown in the row of the same charge on the
 * newer side.
 */
export const results = ['not-compared', 'equal', 'changed', 'only-older', 'only-newer', 'in-pair'] as const;
export type Result = (typeof results)[number];

/** The comparison of the first source's records, the older side, with those of the others: a value for each row. */
export interface ComparedRows {
  /** Codes of {@link results}. */
  readonly results: Uint8Array<ArrayBuffer>;
  /** The row of the same charge on the older side; −1 if there is none. */
  readonly partners: Int32Array<ArrayBuffer>;
  /**
   * Bit n is set if the pair differs in field n of `allFields`; the bit after these, if it differs in anything else that
   * was received.
   */
  readonly fields: Uint16Array<ArrayBuffer>;
}
