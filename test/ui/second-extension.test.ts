import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ProbeReport, SessionReport } from '../host/probe/main.ts';
import type { Workbench } from '../host/workbench.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** Reads what the probe says, and closes that. */
async function reportOf<T>(workbench: Workbench): Promise<T> {
  return JSON.parse(await answerOf(workbench)) as T;
}

async function answerOf(workbench: Workbench): Promise<string> {
  const text = await workbench.dialog.getByText(/^probe (\{|failed)/).innerText();
  await workbench.answerDialog('OK');
  return text.replace(/^probe /, '');
}

function accounts({ page }: Workbench): Locator {
  return page.locator('.activitybar').getByRole('button', { name: /^Accounts/ });
}

function badgeOfAccounts(workbench: Workbench): Locator {
  return accounts(workbench).locator('.badge-content').filter({ visible: true });
}

/** What the Accounts menu offers to sign in for. */
async function signInOffers(workbench: Workbench): Promise<readonly string[]> {
  const { page } = workbench;
  await accounts(workbench).click();
  const items = page.locator('.monaco-menu').getByRole('menuitem');
  await items.first().waitFor();
  const texts = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  return texts.filter((text) => text.includes('Probe'));
}

describe('a second extension', () => {
  const window = WindowUnderTest.ofSuite();

  it('gets the typed API by activating this one, and nothing through it before the person agrees', async () => {
    const { workbench, explorer } = window;
    await explorer.open();
    await explorer.connectButton.waitFor();
    await workbench.runCommand('Probe: Request a Session');
    assert.deepEqual(await reportOf(workbench), { found: 0 });
    assert.equal((await signInOffers(workbench)).length, 2);
    assert.equal(await badgeOfAccounts(workbench).innerText(), '2');

    await explorer.connect();
    await badgeOfAccounts(workbench).waitFor({ state: 'detached' });
    assert.deepEqual(await signInOffers(workbench), []);

    await workbench.runCommand('Probe: Read Through the API');
    const report = await reportOf<ProbeReport>(workbench);
    assert.equal(report.version, 2);
    assert.deepEqual(report.keys, ['forSession', 'version']);
    assert.match(report.forged, /getSession/);
    assert.equal(report.read, undefined);
  });

  it('gets nothing from a tool either, unless the person agrees', async () => {
    const { workbench } = window;
    await workbench.runCommand('Probe: Read Through a Tool');
    await workbench.refuse(/another extension/);
    assert.match(await answerOf(workbench), /^failed/);
    await workbench.runCommand('Probe: Read Through a Tool');
    await workbench.allow(/another extension/);
    assert.ok((await reportOf<{ read: number }>(workbench)).read > 100);
  });

  for (const key of ['Enter', 'Space']) {
    it(`gets no token though the person, who types on, presses ${key}`, async () => {
      const { workbench } = window;
      await workbench.runCommand('Probe: Copy the Access Token');
      await workbench.dialog.getByText(/Copy the access token/).waitFor();
      if (key === 'Enter') await workbench.screenshot(pictureFile('token-asks'));
      await workbench.page.keyboard.type('cost');
      await workbench.page.keyboard.press(key);
      assert.deepEqual(await reportOf(workbench), { copied: false });
    });
  }

  it('gets a token only when the person says yes, and then one that the service takes', async () => {
    const { workbench, served } = window;
    await workbench.runCommand('Probe: Ask for a Session');
    await workbench.dialog.waitFor();
    assert.match(await workbench.dialog.innerText(), /Probe/);
    await workbench.answerDialog('Allow');
    await workbench.quickInput.getByRole('option', { name: /sandbox/ }).click();
    const { silently, scopes, account, status } = await reportOf<SessionReport>(workbench);
    assert.equal(silently, false);
    assert.ok(scopes.includes('read_vehicle_info'));
    assert.match(account, /sandbox/i);
    assert.equal(status, 200);

    const before = (await served.requests()).length;
    await workbench.runCommand('Probe: Ask for a Session');
    assert.equal((await reportOf<SessionReport>(workbench)).silently, true);
    const since = (await served.requests()).slice(before).map(({ path }) => path);
    assert.ok(!since.some((path) => path.includes('token')), 'a fresh session is not renewed');
  });

  it('gets nothing any more once the person has taken that back in VS Code’s Accounts', async () => {
    const { workbench } = window;
    await workbench.runCommand('Accounts: Manage Trusted Extensions For Account');
    await workbench.quickInput.getByRole('option', { name: /sandbox/ }).click();
    await workbench.quickInput.getByText('Probe', { exact: true }).click();
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.runCommand('Probe: Read Through the API');
    assert.equal((await reportOf<ProbeReport>(workbench)).read, undefined);
  });
});
