import type { Browser } from 'playwright-core';
import { processorsAtRest } from './machine.ts';
import { type Figures, BenchedTable, drawCharts, heapBytes, restingHeapBytes, workThrough } from './viewer-run.ts';
import type { Contender } from './viewer-subjects.ts';

/** What is measured: a contender with so many records, and how many of them the filter keeps. */
export interface BareTask {
  readonly contender: Contender;
  readonly size: number;
  readonly matches: number;
}

/** One contender in a bare page. */
export async function runBare(browser: Browser, origin: string, task: BareTask): Promise<Figures> {
  const { contender, size, matches } = task;
  const page = await browser.newPage({ viewport: { width: 1240, height: 1000 } });
  page.setDefaultTimeout(180_000);
  await page.goto(`${origin}/${contender}`);
  const table = new BenchedTable(page);
  await table.offered();
  const session = await page.context().newCDPSession(page);
  const before = await heapBytes(session);
  await processorsAtRest();
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
}
