import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ProbeReport, SessionReport } from '../host/probe/main.ts';
import type { Workbench } from '../host/workbench.ts';
import { vehiclesInSandbox } from './truth.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** Reads what the probe says, and takes it off the screen. */
async function reportOf<T>(window: Workbench): Promise<T> {
  const toast = window.notification(/probe \{|probe failed/);
  const text = await toast.locator('.notification-list-item-message').innerText();
  await toast.hover();
  await toast.getByRole('button', { name: /^Clear Notification/ }).click();
  return JSON.parse(text.replace(/^probe /, '')) as T;
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

  it('gets the typed API by activating this one, and reads through it once an account is connected', async () => {
    const { workbench, explorer, served } = window;
    await explorer.open();
    await explorer.connectButton.waitFor();
    await workbench.runCommand('Probe: Read Through the API');
    const empty = await reportOf<ProbeReport>(workbench);
    assert.equal(empty.version, 1);
    assert.deepEqual(empty.keys, ['chargeRecords', 'nominalCapacity', 'vehicles', 'version']);
    assert.deepEqual(empty.vehicles, []);
    assert.match(empty.nextStep, /connect/i);

    await workbench.runCommand('Probe: Request a Session');
    assert.deepEqual(await reportOf(workbench), { found: 0 });
    assert.equal((await signInOffers(workbench)).length, 2);
    assert.equal(await badgeOfAccounts(workbench).innerText(), '2');

    await explorer.connect();
    await badgeOfAccounts(workbench).waitFor({ state: 'detached' });
    assert.deepEqual(await signInOffers(workbench), []);

    await workbench.runCommand('Probe: Read Through the API');
    const { vehicles, capacityFields } = await reportOf<ProbeReport>(workbench);
    // And not the address of the owner's choice, which holds a token.
    assert.deepEqual(capacityFields, ['canChoose', 'candidates', 'case', 'nominal']);
    const expected = await vehiclesInSandbox(served.sandbox);
    assert.deepEqual(
      vehicles.map(({ id, records }) => [id, records]),
      expected.map(({ id, records }) => [id, records ?? 0]),
    );
    for (const { id, capacity } of expected) {
      const read = vehicles.find((vehicle) => vehicle.id === id)?.capacity;
      if (capacity !== null) assert.match(read ?? '', /^(determined|selected)/);
    }
  });

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
});
