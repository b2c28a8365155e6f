import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench.ts';
import { ConsentPage } from './consent-page.ts';
import { Explorer } from './explorer.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

/** What VS Code itself says stays English: that would take its language pack. */
describe('the packaged extension, in a VS Code whose language is German,', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-german', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    await window.page.addInitScript("globalThis._VSCODE_NLS_LANGUAGE = 'de'");
    await window.reload();
  });
  after(async () => {
    await window?.screenshot(pictureFile('german'));
    await served?.stop();
  });

  it('speaks German in the manifest’s texts, in the tree and in the viewer', async () => {
    const explorer = new Explorer(window);
    await explorer.open();
    const connect = window.page.locator('.sidebar .welcome-view').getByRole('button', { name: 'Verbinden' });
    const opened = window.page.context().waitForEvent('page');
    const [page] = await Promise.all([opened, connect.click()]);
    await new ConsentPage(page, window).allow();

    const tree = window.tree('Fahrzeuge');
    const vehicle = tree.getByRole('treeitem', { name: /BMW/ });
    await vehicle.click();
    await tree.getByRole('treeitem', { name: /^Batteriekapazität, \d+,\d kWh.*(bestimmt|gewählt)/ }).waitFor();
    await tree.getByRole('treeitem', { name: /^Ladevorgänge/ }).click();
    await window.webviewOpened();
    for (const column of ['Beginn', 'Ende', 'Ort', 'Energie', 'Dauer', 'Mittlere Leistung']) {
      await window.webview.getByRole('columnheader', { name: new RegExp(`^${column}`) }).waitFor();
    }
    assert.doesNotMatch(await window.webview.locator('body').innerText(), /Charge records|Location|Received/);

    await window.runCommand('Vehicle Data: Anfragen anzeigen');
    await window
      .tree('Anfragen')
      .getByRole('treeitem', { name: /beantwortet/ })
      .first()
      .waitFor();
  });

  it('says in German what failed and what to do, beside what the service says itself', async () => {
    await served.fault({ operation: 'any', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } });
    const explorer = new Explorer(window);
    await explorer.open();
    await window.runCommand('Vehicle Data: Fahrzeuge aktualisieren');
    const failure = window.page.getByText(/Das Fahrzeug schläft \(VEHICLE_STATE:ASLEEP, HTTP 409\)\./).first();
    await failure.waitFor();
    await window.page
      .getByText(/Versuchen Sie es später wieder\./)
      .first()
      .waitFor();
  });
});
