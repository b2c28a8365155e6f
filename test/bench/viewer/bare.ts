import type { Browser, Page } from 'playwright-core';
import { processorsAtRest } from '../machine.ts';
import { BenchedTable, drawCharts, type Figures, heapBytes, heldBytes, workThrough } from './run.ts';
import type { Contender } from './subjects.ts';

/** What is measured: a contender with so many records, and how many of them the filter keeps. */
export interface BareTask {
  readonly contender: Contender;
  readonly size: number;
  readonly matches: number;
}

/** One contender in a bare page, and in another one for what it holds. */
export async function runBare(browser: Browser, origin: string, task: BareTask): Promise<Figures> {
  const { contender, size, matches } = task;
  const page = await openPage(browser, `${origin}/${contender}`);
  const table = new BenchedTable(page);
  await table.offered();
  await processorsAtRest();
  const loaded = await table.load(size);
  const worked = await workThrough(table, matches, size);
  const charts = contender === 'viewer' ? await drawCharts(table) : {};
  await page.close();
  return {
    firstRow: loaded.firstRow - loaded.start,
    allRows: loaded.allRows - loaded.start,
    loadBlock: loaded.longestBlock,
    ...charts,
    ...worked,
    ...(await hold(browser, origin, task)),
  };
}

async function hold(browser: Browser, origin: string, { contender, size }: BareTask): Promise<Figures> {
  const page = await openPage(browser, `${origin}/${contender}`);
  const table = new BenchedTable(page);
  await table.offered();
  const session = await page.context().newCDPSession(page);
  const before = await heapBytes(session);
  await table.load(size);
  return heldBytes(table, session, before);
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1240, height: 1000 } });
  page.setDefaultTimeout(180_000);
  await page.goto(address);
  return page;
}
