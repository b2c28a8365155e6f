import type { FrameLocator } from 'playwright-core';

/** What a viewer gives its table. */
export interface TableRoom {
  /** That are in full view. */
  readonly rows: number;
  /** Pixels from the page's top to that of the table's header. */
  readonly above: number;
  /** Pixels from the table's end to that of the page. */
  readonly below: number;
}

/** Undefined where there is no table. */
export async function tableRoom(frame: FrameLocator): Promise<TableRoom | undefined> {
  return frame.locator('body').evaluate(measure);
}

/** Runs in the page. */
function measure(): TableRoom | undefined {
  interface Box {
    readonly top: number;
    readonly bottom: number;
    readonly height: number;
  }
  interface Element {
    readonly clientHeight: number;
    getBoundingClientRect(): Box;
    querySelector(selector: string): Element | null;
    querySelectorAll(selector: string): Iterable<Element>;
  }
  const { document, innerHeight } = globalThis as unknown as { document: Element; innerHeight: number };
  const grid = document.querySelector('.grid');
  const head = grid?.querySelector('[role=columnheader]')?.getBoundingClientRect();
  if (!grid || !head || head.height === 0) return undefined;
  const { top } = grid.getBoundingClientRect();
  const end = Math.min(top + grid.clientHeight, innerHeight);
  const rows = [...grid.querySelectorAll('[role=row][aria-rowindex]:not([hidden])')]
    .map((row) => row.getBoundingClientRect())
    .filter((row) => row.height > 0 && row.top >= head.bottom - 1 && row.bottom <= end + 1);
  return { rows: rows.length, above: Math.round(top), below: Math.round(innerHeight - end) };
}
