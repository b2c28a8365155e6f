import type { BrowserContext } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { type VehicleFacts } from './truth.ts';
import { Viewer } from './viewer.ts';

export interface MainJob {
  readonly vehicles: readonly VehicleFacts[];
  /**
   * From the first click on "Charge records" to the first row of the table, in milliseconds. In a browser that is new
   * to VS Code, about two seconds of it pass before any page of an extension loads: VS Code installs its service worker.
   */
  readonly firstRowMs: number;
  /** The same for the last viewer that was opened, when that is done. */
  readonly warmFirstRowMs: number;
}

/** The main job, by clicks: connect, allow, read the vehicles, open the charge records of each, and count them. */
export async function doMainJob(workbench: Workbench): Promise<MainJob> {
  const explorer = new Explorer(workbench);
  await explorer.open();
  const consent = await explorer.pressConnect();
  await consent.allow();
  const seen = await explorer.readVehicles();

  const viewer = new Viewer(workbench);
  const vehicles: VehicleFacts[] = [];
  const rowTimes: number[] = [];
  for (const { name, capacityText: _, ...facts } of seen) {
    const clickedAt = await explorer.clickChargeRecords(name);
    await viewer.firstRow(facts);
    rowTimes.push(Math.round(performance.now() - clickedAt));
    vehicles.push({ ...facts, records: await viewer.readCount() });
  }
  return { vehicles, firstRowMs: rowTimes.at(0) ?? NaN, warmFirstRowMs: rowTimes.at(-1) ?? NaN };
}

export interface WayToChart {
  readonly clicks: number;
  /** Where a person has more than one way on, or something to choose first. */
  readonly decisions: number;
  /** As fast as this machine goes. */
  readonly seconds: number;
}

/** The way of a person who has never been here from the welcome text to the chart of a vehicle's charge records. */
export async function goToFirstChart(workbench: Workbench, vehicle: VehicleFacts): Promise<WayToChart> {
  const explorer = new Explorer(workbench);
  await explorer.open();
  await explorer.connectButton.waitFor();
  const clicks = await countClicks(workbench.page.context());
  const begun = performance.now();
  const isChoice = (await explorer.waysToBegin.count()) > 1;
  const consent = await explorer.pressConnect();
  if (!(await consent.isAllowInView())) throw new Error('The owner has to scroll to Allow');
  const questions = await consent.openQuestions();
  await consent.allow();
  const line = explorer.vehicleLines.filter({ hasText: vehicle.model });
  await line.locator('.label-name').click();
  const viewer = new Viewer(workbench);
  await viewer.firstRow(vehicle);
  await viewer.frame.locator('[role=tabpanel]:visible .u-over').waitFor();
  const seconds = (performance.now() - begun) / 1000;
  return { clicks: clicks(), decisions: Number(isChoice) + questions, seconds };
}

/** Counts those in a window, and in all pages that it opens, as the browser sees them. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.exposeBinding('countClick', () => void (count += 1));
  const listen = `addEventListener('pointerdown', () => countClick(), true)`;
  await context.addInitScript(listen);
  for (const page of context.pages()) await page.evaluate(listen);
  return () => count;
}
