import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('signing in', () => {
  const window = WindowUnderTest.ofSuite();

  it('says so when the owner denies, lets the person try again, and leaves the keyboard in the view', async () => {
    const { explorer, workbench } = window;
    await explorer.open();
    const consent = await explorer.pressConnect();
    assert.equal(await consent.deny(), 'Not connected');
    const refusal = await workbench.notified(/denied/i);
    assert.equal(await refusal.getByRole('button', { name: 'Connect Again' }).count(), 0);
    await refusal.getByRole('button', { name: 'Try Again' }).waitFor();
    await explorer.connectButton.waitFor();
    assert.equal(await explorer.vehicleLines.count(), 0);

    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await explorer.hasFocus();
    // The line of the account, then the first vehicle.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await workbench.page.keyboard.press(key);
    await explorer.line(/^Charge records/).waitFor();
  });

  it('out keeps the records on screen, which are read on when the account is connected again', async () => {
    const { explorer, viewer } = window;
    const { records } = await window.openRecords();
    await explorer.choose(explorer.line(/./).first(), titleOf('signOut'));
    await explorer.connectButton.waitFor();
    await viewer.reload();
    assert.match(await viewer.failure(), /signed out[^]*Showing records from/);
    assert.equal(await viewer.readCount('error'), records);
    await (await viewer.pressReconnect()).allow();
    assert.equal(await viewer.readCount(), records);
  });

  it('again is asked for where the key of a session is gone, with what else to do', async () => {
    // Left by its page, and not only cut off, a window ends; it would store the key again.
    await window.workbench.page.goto('about:blank');
    await window.workbench.page.context().close();
    await window.served.loseKeys();
    window.goOnIn(await window.served.newWindow());
    const { explorer, workbench } = window;
    await explorer.open();
    const locked = workbench.page.locator('.sidebar .welcome-view').filter({ hasText: /keyring is locked/ });
    await locked.getByRole('button', { name: 'Unlock and Try Again' }).click();
    const warning = await workbench.notified(/keyring is still locked/);
    await warning.getByRole('button', { name: 'Show Sign-in Diagnostics' }).click();
    await workbench.page.getByRole('tab', { name: /Sign-in diagnostics/ }).waitFor();
    const help = await workbench.notified(/Sign-in diagnostics found problems: Session keys/);
    await help.getByRole('button', { name: 'Open Help' }).click();
    await workbench.page.getByRole('tab', { name: /Preview keyring\.md/ }).waitFor();

    await workbench.screenshot(pictureFile('vehicles-locked'));
    const opened = workbench.page.context().waitForEvent('page');
    await locked.getByText('connect the account again').click();
    assert.equal(await explorer.consent(await opened).allow(), 'Access granted');
    await explorer.settled();
    assert.equal(await locked.count(), 0);
    assert.equal(await explorer.line(/^Robin Hale, 2\.0 .*2026$/).count(), 1, 'it is the same account');
  });

  it('as a second owner puts the vehicles of each account below it', async () => {
    const { explorer, workbench } = window;
    const opened = workbench.page.context().waitForEvent('page');
    await window.run('connect');
    const page = await opened;
    await page.getByRole('radio').nth(1).check();
    await explorer.consent(page).allow();
    const accounts = explorer.line(/^(Robin Hale|Noa Lind), \d+ vehicles?/);
    await accounts.nth(1).waitFor();
    assert.equal(await accounts.count(), 2);
    await workbench.page
      .locator('.statusbar')
      .getByRole('button', { name: /Sandbox, running, 2 accounts/ })
      .waitFor();
  });
});
