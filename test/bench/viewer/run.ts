import type { CDPSession, Frame, Page } from 'playwright-core';
import { landmarks } from '../record-body.ts';
import type { Done, Loaded, Scrolled } from './page/measured.ts';

/** One run's figures: milliseconds, bytes; absent where the table or the number of records has none. */
export interface Figures {
  /** From asking for the records; in VS Code, from the response. */
  readonly firstRow?: number;
  readonly allRows?: number;
  /** From the click that opens the viewer in VS Code: with what VS Code takes to make a webview. */
  readonly firstRowFromClick?: number;
  readonly allRowsFromClick?: number;
  /** Longest while the page was busy, while loading. */
  readonly loadBlock?: number;
  readonly sortNumber?: number;
  readonly sortNumberWarm?: number;
  readonly sortText?: number;
  readonly sortTextWarm?: number;
  readonly filter?: number;
  /** Longest while the page was busy, while sorting and filtering. */
  readonly workBlock?: number;
  readonly scrollP95?: number;
  readonly scrollMedian?: number;
  readonly jumpP95?: number;
  /** Frames with a place without a row, of all frames of both kinds of scrolling. */
  readonly blankFrames?: number;
  readonly bytesAtRest?: number;
  readonly bytesAfterSort?: number;
  readonly chartFirst?: number;
  readonly chartRedraw?: number;
  readonly chartBlock?: number;
  /** Height of the rows' window, in pixels: what differs here can't be comparison. */
  readonly height?: number;
}

/** Pixels from frame to frame of a slow scroll. */
const slowStep = 500;
const slowFrames = 150;
const jumpFrames = 100;
export const filterText = 'Berlin 1';

/** The table in a page or a webview, asked from outside. */
export class BenchedTable {
  readonly #frame: Frame | Page;

  constructor(frame: Frame | Page) {
    this.#frame = frame;
  }

  /** Resolves when the page has its table, still without records. */
  async offered(): Promise<void> {
    await this.#frame.evaluate('bench.then(() => undefined)');
  }

  load(size: number): Promise<Loaded & { start: number }> {
    return this.#frame.evaluate(async (count) => {
      interface Bench {
        load(size: number): Promise<Loaded & { start: number }>;
      }
      return (await (globalThis as unknown as { bench: Promise<Bench> }).bench).load(count);
    }, size);
  }

  sort(column: 'energy' | 'location', descending: boolean, wanted: string): Promise<Done> {
    return this.#ask('sort', column, descending, wanted);
  }

  filter(text: string, count: number): Promise<Done> {
    return this.#ask('filter', text, count);
  }

  scroll(frames: number, step?: number): Promise<Scrolled> {
    return this.#ask('scroll', frames, step);
  }

  draw(selector: string): Promise<Done> {
    return this.#ask('draw', selector);
  }

  /** When the page's clock began, in milliseconds since 1970. */
  timeOrigin(): Promise<number> {
    return this.#frame.evaluate('performance.timeOrigin');
  }

  /** Rows that pass the filter. */
  count(): Promise<number> {
    return this.#ask('count');
  }

  height(): Promise<number> {
    return this.#ask('height');
  }

  #ask<T>(method: string, ...args: unknown[]): Promise<T> {
    return this.#frame.evaluate(
      async ([name, given]) => {
        const { probe } = await (
          globalThis as unknown as { bench: Promise<{ probe: Record<string, (...all: unknown[]) => T> }> }
        ).bench;
        return probe[name]?.(...given) as T;
      },
      [method, args] as const,
    );
  }
}

/** What a page's heap holds after collecting garbage, with what its typed arrays lie in. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number };
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

/** Bytes, and the part of all, by which two readings of a heap at rest may differ. */
const heapNoise = { bytes: 200_000, part: 0.005 } as const;
/** Milliseconds between two readings, and most of them. */
const heapPause = 250;
const mostReadings = 10;

/** {@link heapBytes} once it stays as it is: work that goes on after the rows are there holds what it needs. */
async function restingHeapBytes(session: CDPSession): Promise<number> {
  let before = await heapBytes(session);
  for (let reading = 1; reading < mostReadings; reading += 1) {
    await new Promise((resolve) => setTimeout(resolve, heapPause));
    const now = await heapBytes(session);
    if (Math.abs(now - before) < Math.max(heapNoise.bytes, before * heapNoise.part)) return now;
    before = now;
  }
  return before;
}

/** Sorts by a number and by a text, each both ways round. */
async function sortBothWays(table: BenchedTable): Promise<readonly [Done, Done, Done, Done]> {
  return [
    await table.sort('energy', false, landmarks.leastEnergy.toFixed(2)),
    await table.sort('energy', true, landmarks.mostEnergy.toFixed(2)),
    await table.sort('location', false, landmarks.firstPlace),
    await table.sort('location', true, landmarks.lastPlace),
  ];
}

/**
 * What a table holds of the page's heap, once its records are there and once they were sorted. To be asked of another page
 * than those whose times are taken: after garbage was collected at somebody's word, V8 does it again soon by itself.
 *
 * @param before what the heap held before there was a table
 */
export async function heldBytes(
  table: BenchedTable,
  session: CDPSession,
  before: number,
): Promise<Pick<Figures, 'bytesAtRest' | 'bytesAfterSort'>> {
  const bytesAtRest = (await restingHeapBytes(session)) - before;
  await sortBothWays(table);
  return { bytesAtRest, bytesAfterSort: (await restingHeapBytes(session)) - before };
}

/** Sorts, filters and scrolls what is loaded. */
export async function workThrough(table: BenchedTable, matches: number, size: number): Promise<Figures> {
  const sorts = await sortBothWays(table);
  const [number, numberWarm, text, textWarm] = sorts;
  const filter = await table.filter(filterText, matches);
  const unfilter = await table.filter('', size);
  const slow = await table.scroll(slowFrames, slowStep);
  const jump = await table.scroll(jumpFrames);
  const work = [...sorts, filter, unfilter];
  return {
    sortNumber: number.ms,
    sortNumberWarm: numberWarm.ms,
    sortText: text.ms,
    sortTextWarm: textWarm.ms,
    filter: filter.ms,
    workBlock: Math.max(...work.map(({ longestBlock }) => longestBlock)),
    scrollP95: slow.p95,
    scrollMedian: slow.median,
    jumpP95: jump.p95,
    blankFrames: slow.blank + jump.blank,
    height: await table.height(),
  };
}

/** Draws the viewer's two charts that show each record, for the first time and again; the slower one counts. */
export async function drawCharts(table: BenchedTable): Promise<Figures> {
  const first = [await table.draw('#tab-levels'), await table.draw('#tab-gain')];
  const again = [await table.draw('#tab-levels'), await table.draw('#tab-gain')];
  return {
    chartFirst: Math.max(...first.map(({ ms }) => ms)),
    chartRedraw: Math.max(...again.map(({ ms }) => ms)),
    chartBlock: Math.max(...[...first, ...again].map(({ longestBlock }) => longestBlock)),
  };
}
