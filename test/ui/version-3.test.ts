import assert from 'node:assert/strict';
import { pictureFile } from './pictures.ts';
import { recordsByVersion3, type VehicleFacts } from './truth.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('version 3 of the sandbox', () => {
  const window = WindowUnderTest.ofSuite({ colorScheme: 'light' });
  const picture = (what: string) => window.workbench.screenshot(pictureFile(`version-3-${what}`));
  let vehicle: VehicleFacts & { readonly records: number };

  const lineOf = ({ model }: VehicleFacts) => window.explorer.vehicleLines.filter({ hasText: model });

  it('is reached in three clicks, and says why it has nothing yet and what to do', async () => {
    const { explorer, viewer, served } = window;
    // A charge may end meanwhile.
    await served.freezeClock();
    vehicle = await window.vehicleWithRecords();
    await explorer.open();
    await explorer.connectToVersion3.waitFor();
    await picture('1-welcome');
    const consent = await explorer.pressConnect(explorer.connectToVersion3);
    assert.equal(await consent.allow(), 'Access granted');
    await explorer.settled();
    await lineOf(vehicle).click();
    await explorer.line(/^Battery capacity, API version 3 has nothing stored/).waitFor();
    await explorer.chart(lineOf(vehicle)).click();
    const failure = await viewer.failure();
    assert.match(failure, /nothing stored for this signal[\s\S]*Subscribe the sandbox’s vehicles/);
    assert.doesNotMatch(failure, /no charge/i);
    await picture('2-empty-store');
  });

  it('has capacity and charge records once the vehicles are subscribed, in viewer and tree', async () => {
    const { explorer, viewer } = window;
    await viewer.frame.getByRole('button', { name: 'Subscribe Vehicles' }).click();
    assert.equal(await viewer.readCount(), await recordsByVersion3(window.served.sandbox, vehicle));
    await explorer.line(/^Battery capacity, \d/).waitFor();
    await picture('3-subscribed');
    await lineOf(vehicle).click();
  });

  it('has ID, cost and coordinates of charge records as columns to choose', async () => {
    const { workbench, viewer } = window;
    await viewer.frame.getByRole('button', { name: 'Columns', exact: true }).click();
    for (const name of ['ID', 'Cost', 'Latitude', 'Longitude']) {
      await viewer.frame.getByRole('checkbox', { name, exact: true }).check();
    }
    await workbench.page.keyboard.press('Escape');
    const cells = (column: string) => viewer.frame.locator(`.rows .${column}`);
    await cells('cost')
      .filter({ hasText: /^(EUR|GBP)\s\d+\.\d\d$/ })
      .first()
      .waitFor();
    await cells('latitude')
      .filter({ hasText: /^5\d\.\d{5}$/ })
      .first()
      .waitFor();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await viewer.frame.locator('.head .longitude').scrollIntoViewIfNeeded();
    await picture('5-further-columns');
    await workbench.page.emulateMedia({ colorScheme: 'dark' });
    await viewer.frame.locator('body.vscode-dark').waitFor();
    await picture('5-further-columns-dark');
  });

  it('is one account with version 2.0, which leads once the environment is selected by its own name', async () => {
    const { workbench, explorer, viewer } = window;
    await workbench.page.emulateMedia({ colorScheme: 'light' });
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('View: Close All Editors');
    await window.run('selectEnvironment');
    await workbench.quickInput.getByRole('option', { name: /^sandbox,.*1 account/ }).click();
    await explorer.settled();
    await lineOf(vehicle).click();
    await explorer.line(/^Battery capacity, \d/).waitFor();
    await explorer.line(/^Charge records, /).click();
    await viewer.firstRow(vehicle);
    assert.equal(await viewer.readCount(), vehicle.records);
    await picture('4-both-versions');
  });
});
