/**
 * Rows are this many pixels high; the style sheet has the same number. Chromium loses pixels above 33 million, which more
 * than a million rows take.
 */
export const rowHeight = 26;

/** Rows kept above and below what is seen, so that a frame painted before the next scroll event has no gap. */
const margin = 8;

/** What part of the rows stands on screen. */
export interface RowWindow {
  /**
   * Rows `first` to `end` (not included) are on screen or near it. Their number is the same at every place, if there are
   * enough: to hide a row and show it again costs more than to fill one that isn't seen.
   */
  readonly first: number;
  readonly end: number;
  /** Rows `seenFirst` to `seenEnd` (not included) of these are on screen, wholly or in part. */
  readonly seenFirst: number;
  readonly seenEnd: number;
}

/** @param scrollTop and `view`, the height of what is seen, in pixels */
export function rowWindow(rows: number, scrollTop: number, view: number): RowWindow {
  const size = windowSize(view);
  const seenFirst = Math.floor(scrollTop / rowHeight);
  const seenEnd = Math.min(rows, Math.ceil((scrollTop + view) / rowHeight));
  const first = Math.max(0, Math.min(seenFirst - margin, rows - size));
  return { first, end: Math.min(rows, first + size), seenFirst, seenEnd };
}

/** How many rows a window of this view needs at most. Even, so that a row that is filled again keeps its stripe. */
export function windowSize(view: number): number {
  const needed = Math.ceil(view / rowHeight) + 1 + 2 * margin;
  return needed + (needed % 2);
}
