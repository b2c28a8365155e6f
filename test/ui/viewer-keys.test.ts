import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

/** Ctrl+F and F3 belong to the viewer while the focus is in it, and to VS Code elsewhere, though it is in front. */
describe('the keys of the viewer in VS Code', () => {
  let served: ServedExtension;
  let window: Workbench;
  let viewer: Viewer;

  before(async () => {
    served = await ServedExtension.start('ui-viewer-keys', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    viewer = new Viewer(window);
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    const vehicle = (await vehiclesInSandbox(served.sandbox)).find((each) => (each.records ?? 0) > 0);
    const seen = (await explorer.readVehicles()).find(({ id }) => id === vehicle?.id);
    if (!seen) throw new Error('No vehicle of the sandbox has records.');
    await explorer.clickChargeRecords(seen.name);
    await viewer.firstRow(seen);
    await viewer.readCount();
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'viewer-keys-'));
  });

  const press = (key: string) => window.page.keyboard.press(key);
  const find = () => viewer.frame.getByRole('search');
  /** The viewer's find is open, and has the focus. */
  const isFinding = () => find().locator('input:focus').waitFor();
  const close = async () => {
    await press('Escape');
    await find().waitFor({ state: 'hidden' });
  };
  /** Keys reach the viewer one after the other: what came before the last of them has come, too. */
  const isStill = async () => {
    await viewer.frame.locator('#columns').click();
    await viewer.frame.getByRole('dialog').waitFor();
    await press('Escape');
    await viewer.frame.getByRole('dialog').waitFor({ state: 'hidden' });
    await find().waitFor({ state: 'hidden' });
  };

  it('are the panel’s while the focus is there', async () => {
    await window.runCommand('Output: Focus on Output View');
    const output = window.page.locator('.part.panel .monaco-editor').first();
    await output.click();
    await press('Control+f');
    await window.page
      .locator('.part.panel .find-widget.visible input:focus, .part.panel .find-widget.visible textarea:focus')
      .waitFor();
    await press('Escape');
    await isStill();
    await window.runCommand('View: Hide Panel');
  });

  it('are the side bar’s while the focus is there', async () => {
    const tree = window.page.locator('.part.sidebar');
    await tree.locator('.monaco-list-row').first().click();
    // Lists find with F3, and take Ctrl+F for nothing.
    await press('Control+f');
    await press('F3');
    await tree.locator('.monaco-tree-type-filter input:focus').waitFor();
    await press('Escape');
    await isStill();
  });

  it('are the viewer’s wherever the focus is in its page', async () => {
    const places = [
      viewer.frame.getByRole('tab', { selected: true }),
      viewer.frame.locator('.filter-text'),
      viewer.frame.locator('#reload'),
      viewer.frame.locator('#days-toggle'),
    ];
    for (const place of places) {
      for (const key of ['Control+f', 'F3']) {
        await place.focus();
        await press(key);
        await isFinding();
        await close();
      }
    }
  });

  it('are the viewer’s in its menus, too, which leave keys to VS Code', async () => {
    for (const key of ['Control+f', 'F3', 'Shift+F3']) {
      await viewer.frame.locator('#columns').click();
      await viewer.frame.getByRole('dialog').locator('input:focus').waitFor();
      await press(key);
      await isFinding();
      await close();
    }
  });
});
