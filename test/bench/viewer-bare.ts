import { launchBrowser } from '../host/browser.ts';
import { type Figures, BenchedTable, drawCharts, heapBytes, restingHeapBytes, workThrough } from './viewer-run.ts';
import type { Contender } from './viewer-pages.ts';

/** Frames come as fast as they can be made: else every time would be a multiple of a screen's. */
export const uncapped = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** One contender with so many records in a bare page of a fresh browser. */
export async function runBare(origin: string, contender: Contender, size: number, matches: number): Promise<Figures> {
  const browser = await launchBrowser(...uncapped);
  try {
    const page = await browser.newPage({ viewport: { width: 1240, height: 1000 } });
    page.setDefaultTimeout(180_000);
    await page.goto(`${origin}/${contender}`);
    await page.evaluate('bench');
    const session = await page.context().newCDPSession(page);
    const before = await heapBytes(session);
    const table = new BenchedTable(page);
    const loaded = await table.load(size);
    const bytesAtRest = (await restingHeapBytes(session)) - before;
    const worked = await workThrough(table, matches, size, async () => (await restingHeapBytes(session)) - before);
    const charts = contender === 'viewer' ? await drawCharts(table) : {};
    return {
      firstRow: loaded.firstRow - loaded.start,
      allRows: loaded.allRows - loaded.start,
      loadBlock: loaded.longestBlock,
      bytesAtRest,
      ...charts,
      ...worked,
    };
  } finally {
    await browser.close();
  }
}
