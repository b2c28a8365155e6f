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

/**
 * The main job, by clicks: connect, allow, read the vehicles, open the charge records of those that `hasRecords`
 * names by their id, and count them.
 */
export async function doMainJob(workbench: Workbench, hasRecords: (id: string) => boolean): Promise<MainJob> {
  const explorer = new Explorer(workbench);
  await explorer.open();
  const consent = await explorer.pressConnect();
  await consent.allow();
  const seen = await explorer.readVehicles();

  const viewer = new Viewer(workbench);
  const vehicles: VehicleFacts[] = [];
  const rowTimes: number[] = [];
  for (const { name, capacityText: _, ...facts } of seen) {
    if (!hasRecords(facts.id)) {
      vehicles.push({ ...facts, records: null });
      continue;
    }
    const clickedAt = await explorer.clickChargeRecords(name);
    await viewer.firstRow(facts);
    rowTimes.push(Math.round(performance.now() - clickedAt));
    vehicles.push({ ...facts, records: await viewer.readCount() });
  }
  return { vehicles, firstRowMs: rowTimes.at(0) ?? NaN, warmFirstRowMs: rowTimes.at(-1) ?? NaN };
}
