/** Rows are this many pixels high; the style sheet has the same number. */
export const rowHeight = 26;

/** Above this, browsers begin to lose pixels (Chromium at 33 million). */
const tallest = 10_000_000;

/** Rows kept above and below what is seen, so that a frame painted before the next scroll event has no gap. */
const margin = 8;

/** What part of the rows stands on screen, and where. Pure arithmetic in pixels. */
export interface RowWindow {
  /** Height of the scrolled area. Less than all rows if they are too many; then a pixel scrolled moves more. */
  readonly height: number;
  /**
   * Rows `first` to `end` (not included) are on screen or near it. Their number is the same at every place, if there are
   * enough: to hide a row and show it again costs more than to fill one that isn't seen.
   */
  readonly first: number;
  readonly end: number;
  /** Rows `seenFirst` to `seenEnd` (not included) of these are on screen, wholly or in part. */
  readonly seenFirst: number;
  readonly seenEnd: number;
  /** Top of row `n` in the scrolled area is `offset + n * rowHeight`. */
  readonly offset: number;
}

function heights(rows: number): { all: number; height: number } {
  const all = rows * rowHeight;
  return { all, height: Math.min(all, tallest) };
}

export function rowWindow(rows: number, scrollTop: number, view: number): RowWindow {
  const { all, height } = heights(rows);
  const scrolled = height > view ? (scrollTop / (height - view)) * (all - view) : scrollTop;
  const size = windowSize(view);
  const seenFirst = Math.floor(scrolled / rowHeight);
  const seenEnd = Math.min(rows, Math.ceil((scrolled + view) / rowHeight));
  const first = Math.max(0, Math.min(seenFirst - margin, rows - size));
  return { height, first, end: Math.min(rows, first + size), seenFirst, seenEnd, offset: scrollTop - scrolled };
}

/** How many rows a window of this view needs at most. Even, so that a row that is filled again keeps its stripe. */
export function windowSize(view: number): number {
  const needed = Math.ceil(view / rowHeight) + 1 + 2 * margin;
  return needed + (needed % 2);
}

/** Where to scroll so that a row is the first on screen. */
export function scrollTopOf(row: number, rows: number, view: number): number {
  const { all, height } = heights(rows);
  if (all <= view) return 0;
  const scrolled = Math.max(0, Math.min(row * rowHeight, all - view));
  return (scrolled / (all - view)) * (height - view);
}

/** The first row that is on screen. */
export function topRow(rows: number, scrollTop: number, view: number): number {
  const { offset } = rowWindow(rows, scrollTop, view);
  return Math.max(0, Math.round((scrollTop - offset) / rowHeight));
}
