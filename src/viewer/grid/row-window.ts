/**
 * Height of a row in pixels; the style sheet has the same number. Chromium loses pixels above 33 million, the height of
 * more than a million rows.
 */
export const rowHeight = 26;

/** Rows kept above and below the visible ones, so that a frame painted before the next scroll event has no gap. */
const margin = 8;

/** The part of the rows that is on screen. */
export interface RowWindow {
  /**
   * Rows `first` to `end` (not included) are on screen or near it. Their number is the same at every position, if there
   * are enough: hiding a row and showing it again costs more than filling one that is not visible.
   */
  readonly first: number;
  readonly end: number;
  /** Rows `seenFirst` to `seenEnd` (not included) of these are on screen, wholly or in part. */
  readonly seenFirst: number;
  readonly seenEnd: number;
}

/** @param scrollTop and `view`, the visible height, in pixels */
export function rowWindow(rows: number, scrollTop: number, view: number): RowWindow {
  const size = windowSize(view);
  const seenFirst = Math.floor(scrollTop / rowHeight);
  const seenEnd = Math.min(rows, Math.ceil((scrollTop + view) / rowHeight));
  const first = Math.max(0, Math.min(seenFirst - margin, rows - size));
  return { first, end: Math.min(rows, first + size), seenFirst, seenEnd };
}

/**
 * How many rows a window of this view needs at most. The number is even, so that a row keeps its stripe when it is
 * reused.
 */
export function windowSize(view: number): number {
  const needed = Math.ceil(view / rowHeight) + 1 + 2 * margin;
  return needed + (needed % 2);
}
