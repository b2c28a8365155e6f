/** A field of both versions as text: where it is, its values, and how they compare. Empty texts stand for nothing. */
export interface FieldLine {
  readonly v2: string;
  readonly v3: string;
  readonly v2Value: string;
  readonly v3Value: string;
  /** What changes beyond the name: `0–1 (fraction) → 0–100 (percent), may be missing`. */
  readonly change: string;
  readonly result: string;
  /** Whether there is no difference to look at: both values are equal, or there is none. */
  readonly isEqual: boolean;
  /** Whether the versions disagree: a field that only one of them has is no disagreement. */
  readonly differs: boolean;
}
