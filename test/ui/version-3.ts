import type { Workbench } from '../host/workbench.ts';
import { paletteTitleOf, titleOf } from './commands.ts';
import { Explorer, readCapacity } from './explorer.ts';
import type { VehicleFacts } from './truth.ts';
import { Viewer } from './viewer.ts';

/**
 * Version 3 of the sandbox, by clicks, in a window where the owner is connected by version 2.0: select it, connect,
 * subscribe the vehicles, and open the charge records of one. Resolves to what was on screen of it.
 */
export async function openByVersion3(workbench: Workbench, vehicle: VehicleFacts): Promise<VehicleFacts> {
  const explorer = new Explorer(workbench);
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand(paletteTitleOf('selectEnvironment'));
  await workbench.quickInput.getByRole('option', { name: /^sandbox-v3/ }).click();
  await explorer.connectButton.waitFor();
  await (await explorer.pressConnect()).allow();
  await explorer.settled();
  await explorer.vehicleLines.filter({ hasText: vehicle.model }).click();
  await explorer.press(explorer.line(/^Battery capacity, v3 · .*nothing stored/), /^Subscribe Vehicles/);
  const line = explorer.line(/^Battery capacity, v3 · [\d.]+ kWh/);
  const { capacity, source } = readCapacity(((await line.getAttribute('aria-label')) ?? '').replace(/^.*? · /, ''));
  await explorer.line(/^Charge records, v3 · /).click();
  const viewer = new Viewer(workbench);
  await viewer.firstRow(vehicle);
  return { ...vehicle, capacity, source, records: await viewer.readCount() };
}

/**
 * Opens the comparison of a vehicle that both versions list, and waits until it says that their capacities are equal.
 * Resolves to how many charges are the same in both, whatever each calls a kind of charging.
 */
export async function compareVersions(workbench: Workbench, { model }: VehicleFacts): Promise<number> {
  const explorer = new Explorer(workbench);
  await explorer.choose(explorer.vehicleLines.filter({ hasText: model }), titleOf('compareVersions'));
  return comparedCharges(workbench);
}

/** The same of the comparison in front, or of the one that opens. */
export async function comparedCharges(workbench: Workbench): Promise<number> {
  await workbench.page.getByRole('tab', { name: /: 2\.0 ↔ 3$/, selected: true }).waitFor();
  await workbench.webviewOpened();
  const comparison = workbench.webview.locator('.comparison');
  await comparison.locator('summary').click();
  const capacity = comparison.getByRole('row').filter({ hasText: /capacity\.nominal/ });
  await capacity.getByRole('cell', { name: 'equal', exact: true }).waitFor();
  const counts = workbench.webview.locator('.compared-charges').getByRole('status').filter({ hasText: /: \d/ });
  const text = await counts.innerText();
  return [...text.matchAll(/(?:Equal|Different meaning): (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}
