import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { cutsNone } from './cut-lines.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** What VS Code itself says stays English: that would take its language pack. */
describe('the packaged extension, in a VS Code whose language is German,', () => {
  const window = WindowUnderTest.ofSuite({ language: 'de' });

  it('speaks German in the manifest’s texts, in the tree, in the viewer and of failures', async () => {
    const { workbench, explorer, served } = window;
    await explorer.open();
    const opened = workbench.page.context().waitForEvent('page');
    await workbench.page
      .locator('.sidebar .welcome-view')
      .getByRole('button', { name: 'Mit der Sandbox verbinden' })
      .click();
    await explorer.consent(await opened).allow();

    const tree = workbench.tree('Fahrzeuge');
    await explorer.toggle(tree.getByRole('treeitem', { name: /BMW/ }));
    await tree.getByRole('treeitem', { name: /^Batterie, \d+,\d kWh.*(bestimmt|gewählt)/ }).waitFor();
    await tree.getByRole('treeitem', { name: /^Detailed Status, „not charging“/ }).waitFor();
    await tree.getByRole('treeitem', { name: /^Ladevorgänge/ }).click();
    await workbench.webviewOpened();
    for (const column of ['Beginn', 'Dauer', 'Ort', 'Energie', 'Ladestände', 'Art']) {
      await workbench.webview.getByRole('columnheader', { name: new RegExp(`^${column}`) }).waitFor();
    }
    assert.doesNotMatch(await workbench.webview.locator('body').innerText(), /Charge records|Location|Received/);

    await served.fault({ operation: 'any', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } });
    await workbench.pressInTitle('Fahrzeuge', titleOf('refresh', 'de'));
    const failed = /^Fahrzeug schläft, .*\(VEHICLE_STATE:ASLEEP, HTTP 409\).*, Erneut versuchen/;
    await tree.getByRole('treeitem', { name: failed }).waitFor();
    await workbench.screenshot(pictureFile('german'));
  });

  for (const [cause, fault] of [
    ['Fahrzeug offline', { error: { type: 'VEHICLE_STATE', code: 'UNREACHABLE' } }],
    ['Besitzer gefragt', { error: { type: 'CONNECTED_SERVICES_ACCOUNT' } }],
    ['Unlesbar', { status: 200, body: 'not JSON' }],
    ['Nicht gewährt', { error: { type: 'PERMISSION' } }],
    ['Nichts gespeichert', undefined],
  ] as const) {
    it(`has room for the cause and the act of “${cause}”`, async () => {
      const { workbench, served } = window;
      if (fault) await served.fault({ operation: 'any', ...fault });
      else await served.endSubscriptions();
      const line = workbench
        .tree('Fahrzeuge')
        .getByRole('treeitem', { name: new RegExp(`^${cause}, .*, (?:Erneut|Abo)`) });
      await workbench.pressInTitle('Fahrzeuge', titleOf('refresh', 'de'));
      await line.first().waitFor();
      await cutsNone(workbench.page, 20);
    });
  }
});
