import type { Workbench } from '../host/workbench.ts';
import { titleOf } from './commands.ts';
import { Explorer, readCapacity } from './explorer.ts';
import type { ServedExtension } from './served-extension.ts';
import type { VehicleFacts } from './truth.ts';
import { Viewer } from './viewer.ts';

/**
 * Lets version 3 lead in a window where an owner is connected, subscribes the vehicles, and opens the charge records of
 * one. Resolves to what was on screen of it.
 */
export async function openByVersion3(
  { served, workbench }: { readonly served: ServedExtension; readonly workbench: Workbench },
  vehicle: VehicleFacts,
): Promise<VehicleFacts> {
  const explorer = new Explorer(workbench);
  await workbench.runCommand('View: Close All Editors');
  await served.changeSettings({ 'vehicleData.apiVersion': '3' });
  await workbench.reloadWindow();
  await explorer.open();
  await explorer.settled();
  await explorer.vehicleLines.filter({ hasText: vehicle.model }).click();
  await explorer.press(explorer.line(/^Battery capacity, .*nothing stored/), /^Subscribe Vehicles/);
  const line = explorer.line(/^Battery capacity, [\d.]+ kWh/);
  const label = (await line.getAttribute('aria-label')) ?? '';
  const { capacity, source } = readCapacity(label.replace(/^Battery capacity, /, ''));
  await explorer.line(/^Charge records, /).click();
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
async function comparedCharges(workbench: Workbench): Promise<number> {
  await workbench.page.getByRole('tab', { name: /: 2\.0 ↔ 3$/, selected: true }).waitFor();
  await workbench.webviewOpened();
  const comparison = workbench.webview.locator('.comparison');
  await comparison.locator('summary').click();
  const capacity = comparison.getByRole('row').filter({ hasText: /capacity\.nominal/ });
  await capacity.getByRole('cell', { name: 'equal', exact: true }).waitFor();
  const counts = comparison.getByRole('status').filter({ hasText: /: \d/ });
  const text = await counts.innerText();
  return [...text.matchAll(/(?:Equal|Different meaning): (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}
