import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

describe('the viewer in VS Code', () => {
  let served: ServedExtension;
  let window: Workbench;
  let viewer: Viewer;

  before(async () => {
    served = await ServedExtension.start('ui-restore', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    viewer = new Viewer(window);
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
  });
  after(async () => {
    await window?.page.context().close();
    await served?.stop();
  });
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'viewer-'));
  });

  const asked = async () => (await served.requests()).filter(({ path }) => path.includes('/charge/records')).length;
  const comparison = async () => (await vehiclesInSandbox(served.sandbox)).filter(({ records }) => records !== null);

  /** By VS Code's own command: a browser that is reloaded may forget what it has not yet written. */
  async function reloadWindow(): Promise<void> {
    const reloaded = window.page.waitForEvent('domcontentloaded');
    await window.runCommand('Developer: Reload Window');
    await reloaded;
    await window.webviewOpened();
  }

  it('shows the vehicles that were ticked side by side', async () => {
    const vehicles = await comparison();
    assert.ok(vehicles.length > 1);
    await window.runCommand('Vehicle Data: Compare Charge Records of Several Vehicles');
    for (const { id } of vehicles) {
      await window.quickInput.locator('.monaco-list-row', { hasText: id }).click();
    }
    await window.quickInput.getByRole('button', { name: 'OK' }).click();
    await window.webviewOpened();
    const records = await viewer.readCount();
    assert.equal(
      records,
      vehicles.reduce((sum, vehicle) => sum + (vehicle.records ?? 0), 0),
    );
    for (const { model, records: own } of vehicles) {
      const line = viewer.frame.getByRole('table', { name: 'Vehicle comparison' }).getByRole('row', { name: model });
      await line.getByRole('cell', { name: String(own), exact: true }).waitFor();
    }
    assert.equal(await asked(), vehicles.length);
  });

  it('has its records again after a reload of the window, without asking the service', async () => {
    const before = await asked();
    const count = await viewer.readCount();
    await reloadWindow();
    assert.equal(await viewer.readCount(), count);
    await viewer.frame.locator('#age', { hasText: 'from the encrypted cache' }).waitFor();
    assert.equal(await asked(), before);
    await viewer.reload();
    await viewer.frame.locator('#age', { hasNotText: 'kept encrypted' }).waitFor();
    assert.equal(await asked(), before + (await comparison()).length);
  });

  it('has its filter, its order and its tab again after a reload of the window', async () => {
    const { frame } = viewer;
    const place = await frame.locator('[data-row="0"] .location').innerText();
    const chip = frame.locator('.chip', { hasText: `contains “${place}”` });
    const all = await viewer.readCount();
    await frame.getByRole('tab', { name: 'Levels' }).click();
    await frame.locator('.head .energy').click();
    await frame.getByRole('searchbox').fill(place);
    await chip.waitFor();
    const left = (await frame.locator('.grid').getAttribute('aria-rowcount')) ?? '';
    assert.ok(Number(left) < all + 1, 'it lets some through only');
    await reloadWindow();
    await chip.waitFor();
    await frame.locator(`.grid[aria-rowcount="${left}"]`).waitFor();
    assert.equal(await frame.locator('.head .energy').getAttribute('aria-sort'), 'ascending');
    assert.equal(await frame.getByRole('tab', { name: 'Levels' }).getAttribute('aria-selected'), 'true');
    await frame.getByRole('button', { name: 'Clear all' }).click();
    await chip.waitFor({ state: 'detached' });
    // VS Code writes what a page keeps when its window goes: the next tests close it in other ways.
    await reloadWindow();
    await viewer.readCount();
  });

  it('has its records again after VS Code was ended and started anew, without asking the service', async () => {
    const before = await asked();
    const count = await viewer.readCount();
    window = await served.restart(window);
    viewer = new Viewer(window);
    await window.webviewOpened();
    assert.equal(await viewer.readCount(), count);
    await viewer.frame.locator('#age', { hasText: 'from the encrypted cache' }).waitFor();
    assert.equal(await asked(), before);
  });

  it('names the unit that its environment has, once the window knows of it, and asks nothing for it', async () => {
    const before = await asked();
    for (const [unit, settings] of [
      ['MWh', { 'vehicleData.environments': { sandbox: { energyUnit: 'MWh' } } }],
      ['kWh', {}],
    ] as const) {
      await served.changeSettings(settings);
      await reloadWindow();
      await viewer.frame.locator('.head .energy', { hasText: `Energy (${unit})` }).waitFor();
    }
    assert.equal(await asked(), before);
  });

  it('moves to a window of its own with its records, and asks nothing', async () => {
    const before = await asked();
    const count = await viewer.readCount();
    const opened = window.page.context().waitForEvent('page');
    await window.runCommand('View: Move Editor into New Window');
    const moved = await opened;
    const frame = moved.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.locator('body[data-state=ready]').waitFor();
    assert.equal(await frame.getByRole('grid').getAttribute('aria-rowcount'), String(count + 1));
    assert.equal(await asked(), before);
    await moved.close();
  });

  it('leaves nothing on the disk once the account is signed out', async () => {
    const folder = join(served.extensionStorage, 'records');
    assert.equal((await readdir(folder)).length, (await comparison()).length);
    await window.runCommand('Vehicle Data: Sign Out');
    await window.answerDialog('Sign Out');
    const deadline = Date.now() + 20_000;
    while ((await readdir(folder)).length > 0) assert.ok(Date.now() < deadline, 'the files are deleted');
  });
});
