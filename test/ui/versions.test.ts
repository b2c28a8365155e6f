import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titleOf } from './commands.ts';
import { GuidedInput } from './guided-input.ts';
import { pictureFile } from './pictures.ts';
import type { SandboxAddresses } from '../tools/lib/sandbox.ts';
import { recordsByVersion3 } from './truth.ts';
import { compareVersions } from './version-3.ts';
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

  /** The page of the tab in front. */
  const page = () => window.workbench.webview.locator('body');

  /** Selects an application of the sandbox that has credentials for version 3 alone. */
  async function addVersion3(): Promise<void> {
    const { workbench, served } = window;
    const { v3, connectUrl } = served.sandbox as SandboxAddresses & { v3: Version3 };
    const { authUrl: authUrlV3, baseUrl: baseUrlV3, applicationId, apiClientId, apiClientSecret } = v3;
    const redirectUri = 'http://localhost:0/callback';
    const newer = { connectUrl, redirectUri, authUrlV3, baseUrlV3, applicationId, apiClientId };
    await served.changeSettings({ 'vehicleData.environments': { newer }, 'vehicleData.environment': 'newer' });
    await workbench.reloadWindow();
    await window.explorer.open();
    await window.run('selectEnvironment');
    const input = new GuidedInput(workbench);
    await input.pressButtonOf(/^newer/, 'Edit Environment');
    await input.choose(/^API client secret/);
    await input.at(/API client secret/);
    await input.enter(apiClientSecret);
    await input.choose(/^API client secret, stored/);
    await input.at(/API client secret/);
    await workbench.page.keyboard.press('Escape');
  }

  it('are compared field by field and charge by charge, and saved as Markdown', async () => {
    const { workbench, served } = window;
    const vehicle = await window.vehicleWithRecords();
    assert.equal(await compareVersions(workbench, vehicle), vehicle.records);
    await page()
      .getByText(/^Version 3 names connector types \(.*AC → Type 2/)
      .waitFor();
    await workbench.screenshot(pictureFile('versions-dark'));
    assert.doesNotMatch(await page().innerText(), /token=/);

    await workbench.page
      .locator('.editor-actions')
      .getByRole('button', { name: /^Export Charge Records/ })
      .click();
    await workbench.savesAs('.md');
    const path = join(served.folder, 'comparison.md');
    const name = workbench.quickInput.getByRole('textbox');
    await name.fill(path);
    await name.press('Enter');
    await workbench.notified('Comparison saved');
    assert.match(await readFile(path, 'utf8'), /^# BMW .*version 2\.0 and version 3\n/);
  });

  it('has the owner choose a capacity by version 2.0 where version 3 leads', async () => {
    const { explorer, workbench } = window;
    await workbench.runCommand('View: Close All Editors');
    await explorer.toggle(explorer.vehicleLines.filter({ hasText: 'MINI' }));
    const capacity = explorer.line(/^Battery, /);
    const chosen = await explorer.haveChosen(capacity);
    await workbench.runCommand('View: Close All Editors');
    await explorer.choose(explorer.vehicleLines.filter({ hasText: 'MINI' }), titleOf('compareVersions'));
    await page().getByTitle(chosen, { exact: true }).first().waitFor({ state: 'attached' });
  });

  it('is shown with what to do for the other version where it is connected by one', async () => {
    const { explorer, workbench } = window;
    await workbench.runCommand('View: Close All Editors');
    await addVersion3();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await explorer.choose(explorer.vehicleLines.first(), titleOf('compareVersions'));
    const missing = await workbench.notified(/“newer” has no credentials for version 2\.0/);
    await missing.getByRole('button', { name: 'Edit Environment' }).waitFor();
    await workbench.screenshot(pictureFile('versions-one-side'));
  });
});

describe('the day on which version 2.0 ends, with a window open', () => {
  const window = WindowUnderTest.ofSuite({
    isConnected: true,
    scenario: { clock: { set: '2026-11-30T23:59:30Z', freeze: true }, v2: { ends: '2026-12-01' } },
  });

  const requestsOfVersion2 = async () =>
    (await window.served.requests()).filter(({ path }) => path.startsWith('/v2.0/') || path === '/oauth/token').length;

  it('leaves the account to version 3: one line says since when, and nothing more is sent to version 2.0', async () => {
    const { explorer, workbench, served, viewer } = window;
    const end = explorer.line(/^No version 2\.0, Version 2\.0 no longer answers.*, See What Changes/);
    const vehicle = await window.vehicleWithRecords();
    await explorer.toggle(explorer.vehicleLines.filter({ hasText: vehicle.model }));
    await explorer.settled();
    assert.equal(await end.count(), 0);
    const announced = explorer.line(/, 2\.0 .* 2026$/);
    assert.equal(await announced.count(), 1);
    await served.advance(60);
    // Beside version 3, only the comparison and the owner's choice ask version 2.0.
    await explorer.choose(explorer.vehicleLines.first(), titleOf('compareVersions'));
    await end.waitFor();
    await explorer.settled();
    await workbench.runCommand('View: Close All Editors');
    assert.match((await end.getAttribute('aria-label')) ?? '', /since \d/);
    assert.equal(await announced.count(), 0);
    assert.equal(await explorer.line(/warning|HTTP 410/).count(), 0);
    const sent = await requestsOfVersion2();
    assert.ok(sent > 0);

    await explorer.line(new RegExp(`^Battery, ${vehicle.capacity} kWh`)).waitFor();
    await workbench.clickLine(explorer.line(/^Charge records, /));
    await viewer.firstRow(vehicle);
    assert.equal(await viewer.readCount(), await recordsByVersion3(served.sandbox, vehicle.id));
    await workbench.screenshot(pictureFile('version-2-has-ended'));
    assert.equal(await workbench.notification(/HTTP 410|Version 2\.0/).count(), 0);
    await explorer.choose(explorer.vehicleLines.first(), titleOf('compareVersions'));
    await workbench.notified(/Version 2\.0 no longer answers/);
    assert.equal(await requestsOfVersion2(), sent);
  });
});
