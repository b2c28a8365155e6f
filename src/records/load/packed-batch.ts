/**
 * Batches of columns on the way to the page, in few bytes: VS Code's connection to a window may be slow, and what is sent
 * over it costs both ends. Nothing is lost: the page (`webview/data/unpack-batch.ts`) has the values that `pack-batch.ts` had.
 *
 * The values of a column become whole numbers, and those take as few bits as the largest of them needs:
 * `value = reference + (least + number) × times ÷ per`.
 */
interface WholeNumbers {
  /** Bits of a number, up to 32; none where all numbers are the same. */
  readonly bits: number;
  /** Uint32, filled from the lowest bit on with one number after another. */
  readonly numbers: ArrayBuffer;
  readonly least: number;
  readonly times: number;
  readonly per: number;
  /** What values refer to until the first finite one; 0 where they refer to nothing. */
  readonly first: number;
  /** True if a number with all its bits set is NaN. */
  readonly gaps: boolean;
}

/** Values that are no whole numbers of any grain go as they are. */
export type PackedNumbers = WholeNumbers | { readonly values: ArrayBuffer };

/** A ColumnBatch of `service/records/columns.ts`, packed; what is not for the page is left out. */
export interface PackedBatch {
  readonly firstRow: number;
  readonly rows: number;
  /** Each refers to the one before it. */
  readonly chargeStart: PackedNumbers;
  /** Each refers to the start in its row, or the last one before it. */
  readonly chargeEnd: PackedNumbers;
  readonly energy: PackedNumbers;
  readonly startPercentRemaining: PackedNumbers;
  readonly endPercentRemaining: PackedNumbers;
  readonly isPublic: PackedNumbers;
  readonly location: PackedNumbers;
  readonly chargingType: PackedNumbers;
  readonly problemBits: PackedNumbers;
  readonly newLocations: readonly string[];
  readonly newChargingTypes: readonly string[];
  readonly problems: {
    readonly count: number;
    /** Each refers to the one before it. */
    readonly rows: PackedNumbers;
    readonly fields: PackedNumbers;
    readonly reasons: PackedNumbers;
    readonly received: PackedNumbers;
    readonly newReceived: readonly string[];
  };
  readonly unknownFields: readonly { readonly name: string; readonly count: number; readonly row: number }[];
}
