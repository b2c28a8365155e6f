import type { Workbench } from '../host/workbench.ts';
import { titleOf } from './commands.ts';
import { Explorer, readCapacity } from './explorer.ts';
import type { ServedExtension } from './served-extension.ts';
import type { VehicleFacts } from './truth.ts';
import { Viewer } from './viewer.ts';

/** Settings of a person who builds against version 2.0. */
export const version2Leads = { 'vehicleData.apiVersion': '2.0' };

/**
 * Lets version 2.0 lead in a window where an owner is connected, and opens the charge records of a vehicle. Resolves to
 * what was on screen of it.
 */
export async function openByVersion2(
  { served, workbench }: { readonly served: ServedExtension; readonly workbench: Workbench },
  vehicle: VehicleFacts,
): Promise<VehicleFacts> {
  const explorer = new Explorer(workbench);
  await workbench.runCommand('View: Close All Editors');
  await served.changeSettings(version2Leads);
  await workbench.reloadWindow();
  await explorer.open();
  await explorer.settled();
  await explorer.toggle(explorer.vehicleLines.filter({ hasText: vehicle.model }));
  const line = explorer.line(/^Battery, [\d.]+ kWh/);
  const label = (await line.getAttribute('aria-label')) ?? '';
  const { capacity, source } = readCapacity(label.replace(/^Battery, /, ''));
  await workbench.clickLine(explorer.line(/^Charge records, /));
  const viewer = new Viewer(workbench);
  await viewer.firstRow(vehicle);
  return { ...vehicle, capacity, source, records: await viewer.readCount() };
}

/**
 * Opens the comparison of a vehicle, and waits until it says that the capacities of both versions are equal. Resolves to
 * how many charges are the same in both, whatever each calls a kind of charging.
 */
export async function compareVersions(workbench: Workbench, { model }: VehicleFacts): Promise<number> {
  const explorer = new Explorer(workbench);
  await explorer.choose(explorer.vehicleLines.filter({ hasText: model }), titleOf('compareVersions'));
  await workbench.page.getByRole('tab', { name: /: 2\.0 ↔ 3$/, selected: true }).waitFor();
  await workbench.webviewOpened();
  const comparison = workbench.webview.locator('.comparison');
  await comparison.locator('summary').click();
  const capacity = comparison.getByRole('row').filter({ hasText: /capacity\.nominal/ });
  await capacity.getByRole('cell', { name: 'equal', exact: true }).waitFor();
  const counts = workbench.webview.locator('.compared-counts').filter({ hasText: /: \d/ });
  const text = await counts.innerText();
  return Number(/Equal: (\d+)/.exec(text)?.[1]);
}
