import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';

describe('the packaged extension in a window', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-windows', process.env[vsixVariable] ?? '', { asksForTrust: true });
    await served.changeSettings({
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.emptyWindow': false,
    });
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'window-'));
    await window.page.context().close();
  });

  const restricted = () => window.page.locator('.statusbar').getByRole('button', { name: /Restricted Mode/ });

  async function readsVehicles(): Promise<void> {
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    assert.equal(await explorer.vehicleLines.count(), (await vehiclesInSandbox(served.sandbox)).length);
  }

  it('of a folder that is not trusted does all it does elsewhere, and ignores what the folder says', async () => {
    const folder = join(served.folder, 'untrusted');
    await mkdir(join(folder, '.vscode'), { recursive: true });
    const stolen = { 'vehicleData.environment': 'stolen', 'vehicleData.environments': { stolen: {} } };
    await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(stolen));
    window = await served.newWindow({ folder });
    await restricted().waitFor();
    await readsVehicles();
    assert.equal(await window.notification(/stolen/).count(), 0);
  });

  it('without a folder does all it does elsewhere', async () => {
    window = await served.newWindow({ folder: '' });
    await readsVehicles();
  });

  it('explains what is done in another way in windows such as these', async () => {
    window = await served.newWindow({ folder: '' });
    await new Explorer(window).open();
    await window.runCommand('Vehicle Data: Explain Remote, Browser and Restricted Windows');
    await window.page.getByRole('tab', { name: /Preview windows\.md/ }).waitFor();
    await window.webviewOpened();
    await window.webview.getByRole('heading', { name: 'Restricted Mode' }).waitFor();
  });
});
