// What pages tell the bench. Free of the browser's types, because both sides read it.

/** Milliseconds; those of a load count from the page's own start of time. */
export interface Loaded {
  readonly firstRow: number;
  readonly allRows: number;
  readonly longestBlock: number;
}

export interface Done {
  /** Until the right rows are painted. */
  readonly ms: number;
  readonly longestBlock: number;
}

export interface Scrolled {
  readonly p95: number;
  readonly median: number;
  /** Frames in which a place of the table had no row. */
  readonly blank: number;
  readonly frames: number;
}
