import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titleOf } from './commands.ts';
import { GuidedInput } from './guided-input.ts';
import { pictureFile } from './pictures.ts';
import { compareVersions, openByVersion3 } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** What the sandbox prints of version 3. */
interface Version3 {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly managementUrl: string;
  readonly applicationId: string;
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

describe('a vehicle in both versions', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });
  const title = titleOf('compareVersions');

  /** The rendered page of the tab in front. */
  const page = () => window.workbench.webview.locator('body');
  const heading = () => page().getByRole('heading', { level: 1 });
  const cell = (row: RegExp, text: string) =>
    page().getByRole('row').filter({ hasText: row }).getByRole('cell', { name: text, exact: true });

  /** An environment of the settings for version 3 at the sandbox, selected, with its secret. */
  async function addVersion3(): Promise<void> {
    const { workbench, served } = window;
    const { v3, connectUrl } = served.sandbox as unknown as { v3: Version3; connectUrl: string };
    const { apiClientSecret, ...addresses } = v3;
    const newer = { version: '3', ...addresses, connectUrl, redirectUri: 'http://localhost:0/callback' };
    await served.changeSettings({ 'vehicleData.environments': { newer }, 'vehicleData.environment': 'newer' });
    await workbench.reloadWindow();
    await window.explorer.open();
    await window.run('setClientSecret');
    const input = new GuidedInput(workbench);
    await input.choose(/^newer/);
    await input.at(/Client secret of “newer”/);
    await input.enter(apiClientSecret);
    await workbench.page.locator('.statusbar').getByText('Client secret of “newer” stored').waitFor();
  }

  it('connected in one is shown with what to do for the other', async () => {
    const { explorer, workbench } = window;
    await explorer.choose(explorer.vehicleLines.first(), title);
    await heading()
      .filter({ hasText: /^BMW .*version 2\.0 and version 3/ })
      .waitFor();
    await page().getByText('choose an environment of version 3').waitFor();
    await cell(/capacity\.nominal/, 'not read').waitFor();
    await workbench.screenshot(pictureFile('versions-one-side'));
    await workbench.runCommand('View: Close All Editors');
  });

  it('are compared field by field and charge by charge, and saved as Markdown', async () => {
    const { workbench, served } = window;
    const vehicle = await window.vehicleWithRecords();
    await openByVersion3(workbench, vehicle);
    assert.equal(await compareVersions(workbench, vehicle), vehicle.records);
    await cell(
      /startPercentRemaining[^]*startStateOfCharge/,
      '0–1 (fraction) → 0–100 (percent), may be missing',
    ).waitFor();
    await workbench.screenshot(pictureFile('versions-dark'));
    assert.doesNotMatch(await page().innerText(), /token=/);

    await workbench.page
      .locator('.editor-actions')
      .getByRole('button', { name: /^Save Comparison/ })
      .click();
    await workbench.savesAs('.md');
    const path = join(served.folder, 'comparison.md');
    const name = workbench.quickInput.getByRole('textbox');
    await name.fill(path);
    await name.press('Enter');
    await workbench.page.locator('.statusbar').getByText('Comparison saved').waitFor();
    assert.match(await readFile(path, 'utf8'), /^# BMW .*version 2\.0 and version 3\n/);
  });

  it('are compared in an environment of the settings too, with a secret of its own', async () => {
    const { explorer, workbench } = window;
    await workbench.runCommand('View: Close All Editors');
    await addVersion3();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    const vehicle = await window.vehicleWithRecords();
    assert.equal(await compareVersions(workbench, vehicle), vehicle.records);
    await page().getByRole('row').filter({ hasText: /newer/ }).first().waitFor();
  });
});
