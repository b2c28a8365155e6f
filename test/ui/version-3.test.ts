import assert from 'node:assert/strict';
import { pictureFile } from './pictures.ts';
import { SandboxView } from './sandbox-view.ts';
import { recordsByVersion3, type VehicleFacts } from './truth.ts';
import { openByVersion2 } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('version 3 of the sandbox', () => {
  const window = WindowUnderTest.ofSuite({ colorScheme: 'light' });
  const picture = (what: string) => window.workbench.screenshot(pictureFile(`version-3-${what}`));
  let vehicle: VehicleFacts;

  const lineOf = ({ model }: VehicleFacts) => window.explorer.vehicleLines.filter({ hasText: model });
  const recordsOf = () => recordsByVersion3(window.served.sandbox, vehicle.id);

  it('has capacity and charge records as soon as an owner is connected, and says nothing twice', async () => {
    const { explorer, viewer, served } = window;
    // A charge may end meanwhile.
    await served.freezeClock();
    vehicle = await window.vehicleWithRecords();
    await explorer.open();
    await explorer.connectButton.waitFor();
    await picture('1-welcome');
    assert.equal(await (await explorer.pressConnect()).allow(), 'Access granted');
    await explorer.settled();
    await explorer.toggle(lineOf(vehicle));
    await explorer.line(new RegExp(`^Battery, ${vehicle.capacity} kWh`)).waitFor();
    assert.equal(await explorer.line(/^Battery, /).count(), 1);
    await lineOf(vehicle).locator('.label-name').click();
    await viewer.firstRow(vehicle);
    assert.equal(await viewer.readCount(), await recordsOf());
    await picture('2-connected');
  });

  it('unfolds a vehicle into its signals, the raw one behind a click', async () => {
    const { explorer, workbench } = window;
    await workbench.runCommand('View: Close All Editors');
    const odometer = explorer.line(/^Traveled Distance, [\d,]+ km$/);
    await odometer.waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page
        .locator(colorScheme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs')
        .waitFor();
      await picture(`signals-${colorScheme}`);
    }
    await workbench.clickLine(odometer);
    const raw = workbench.page.locator('.editor-instance .view-line').filter({ hasText: /odometer-traveleddistance/ });
    await raw.first().waitFor();
    await picture('signals-raw');
    await workbench.runCommand('View: Close All Editors');
    // Its button is there while the line is selected.
    await explorer.toggle(lineOf(vehicle));
    await odometer.waitFor({ state: 'detached' });
    await explorer.toggle(lineOf(vehicle));
    await odometer.waitFor();
  });

  it('whose store was emptied shows that as a state, with its reason and one button', async () => {
    const { explorer, workbench, viewer } = window;
    const sandbox = new SandboxView(workbench);
    await sandbox.unfold();
    await sandbox.act(/^Vehicles, \d+$/);
    await sandbox.line(/^Vehicles, .*no signals of version 3/).waitFor();
    const empty = explorer.line(/^Nothing stored, API version 3 .*, Subscribe Vehicles/);
    await explorer.refreshTo(empty);
    assert.equal(await explorer.line(/warning/).count(), 0);
    await workbench.runCommand('View: Close All Editors');
    await lineOf(vehicle).locator('.label-name').click();
    await viewer.frame.locator('body[data-state=error]').waitFor();
    const notice = viewer.frame.locator('.notice.calm');
    const text = await notice.innerText();
    assert.match(text, /nothing stored for this signal[\s\S]*Subscribe the sandbox’s vehicles/);
    assert.doesNotMatch(text, /no charge/i);
    assert.equal(await viewer.frame.getByRole('alert').filter({ visible: true }).count(), 0);
    await picture('3-empty-store');
    await notice.getByRole('button', { name: 'Subscribe Vehicles' }).click();
    assert.equal(await viewer.readCount(), await recordsOf());
    await empty.waitFor({ state: 'detached' });
  });

  it('is one account with version 2.0, which leads where the setting says so', async () => {
    const { workbench } = window;
    await workbench.page.emulateMedia({ colorScheme: 'light' });
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    assert.deepEqual(await openByVersion2(window, vehicle), vehicle);
    await picture('4-version-2');
  });
});
