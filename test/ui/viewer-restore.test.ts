import assert from 'node:assert/strict';
import { vehiclesInSandbox } from './truth.ts';
import { version2Leads } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the viewer of several vehicles in VS Code', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true, settings: version2Leads });

  const frame = () => window.viewer.frame;
  const asked = async () =>
    (await window.served.requests()).filter(({ path }) => path.includes('/charge/records')).length;
  const compared = async () =>
    (await vehiclesInSandbox(window.served.sandbox)).filter(({ records }) => records !== null);

  it('shows the vehicles that were ticked side by side', async () => {
    const { workbench, viewer } = window;
    const vehicles = await compared();
    assert.ok(vehicles.length > 1);
    await window.run('compareChargeRecords');
    const offered = workbench.quickInput.locator('.monaco-list-row');
    for (const { id } of vehicles) await offered.filter({ hasText: id }).click();
    assert.equal(await offered.count(), vehicles.length);
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.webviewOpened();
    assert.equal(
      await viewer.readCount(),
      vehicles.reduce((sum, vehicle) => sum + (vehicle.records ?? 0), 0),
    );
    for (const { model, records } of vehicles) {
      const table = frame().getByRole('table', { name: 'Vehicle comparison' });
      const line = table.getByRole('row', { name: model });
      await line.getByRole('cell', { name: String(records), exact: true }).waitFor();
    }
    assert.equal(await asked(), vehicles.length);
  });

  it('has its records, filter, order and tab again after a reload of the window', async () => {
    const { workbench, viewer } = window;
    const all = await viewer.readCount();
    const [{ model } = assert.fail()] = await compared();
    const chip = frame().locator('.chip', { hasText: model });
    await frame().getByRole('tab', { name: 'Start and end levels' }).click();
    await frame().locator('.head .energy').click();
    await frame().getByRole('searchbox').fill(model);
    await chip.waitFor();
    const left = (await frame().locator('.grid').getAttribute('aria-rowcount')) ?? '';
    assert.ok(Number(left) < all + 1, 'it lets some through only');
    await workbench.reloadWindow();
    await workbench.webviewOpened();
    await chip.waitFor();
    await frame().locator(`.grid[aria-rowcount="${left}"]`).waitFor();
    assert.equal(await frame().locator('.head .energy').getAttribute('aria-sort'), 'ascending');
    assert.equal(
      await frame().getByRole('tab', { name: 'Start and end levels' }).getAttribute('aria-selected'),
      'true',
    );
  });
});
