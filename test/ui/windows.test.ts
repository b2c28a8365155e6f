import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedVsCode } from './shared-vscode.ts';
import { vehiclesInSandbox } from './truth.ts';
import { openWalkthrough, stepDone } from './walkthrough.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** VS Code starts the extension in every window, whatever is on screen there. */
describe('the packaged extension in a window', () => {
  const window = WindowUnderTest.ofSuite({ folder: '' });

  it('without a folder sends, writes and shows nothing before somebody looks, and then does all', async () => {
    const { workbench, explorer, served } = window;
    await workbench.runCommand('Developer: Show Running Extensions');
    const editor = workbench.page.locator('.runtime-extensions-editor');
    await editor.locator('.extension', { hasText: 'Vehicle Data Explorer' }).getByText('Activation:').waitFor();
    assert.deepEqual(await served.requests(), []);
    assert.deepEqual(await readdir(served.extensionStorage).catch(() => []), []);
    assert.equal(await workbench.page.locator('.statusbar [id^="vehicle-data."]').count(), 0);

    // The list may be a dialog.
    await workbench.page.keyboard.press('Escape');
    await explorer.connect();
    assert.equal(await explorer.vehicleLines.count(), (await vehiclesInSandbox(served.sandbox)).length);
    await workbench.page.locator('.statusbar [id^="vehicle-data."]').first().waitFor();
    // The walkthrough knows what was reached before it was opened.
    await openWalkthrough(workbench);
    await stepDone(workbench, 'Connect a vehicle owner').waitFor();
  });

  it('of a folder that is not trusted does all it does elsewhere, and ignores what the folder says', async () => {
    const folder = join((await sharedVsCode()).folder, 'untrusted');
    await mkdir(join(folder, '.vscode'), { recursive: true });
    const stolen = { 'vehicleData.environment': 'stolen', 'vehicleData.environments': { stolen: {} } };
    await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(stolen));
    const settings = {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.emptyWindow': false,
    };
    await window.open({ folder, settings });
    const { workbench, explorer, served } = window;
    await workbench.page
      .locator('.statusbar')
      .getByRole('button', { name: /Restricted Mode/ })
      .waitFor();
    await explorer.connect();
    assert.equal(await explorer.vehicleLines.count(), (await vehiclesInSandbox(served.sandbox)).length);
    assert.equal(await workbench.notification(/stolen/).count(), 0);
  });
});
