import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { GuidedInput } from './guided-input.ts';
import { allListed } from './listed-deliveries.ts';
import { OwnReceiver } from './own-receiver.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** From the view's one button to a request's details, with no pointer. */
describe('the views by keyboard alone', () => {
  const window = WindowUnderTest.ofSuite();

  const press = (key: string) => window.workbench.page.keyboard.press(key);
  /** The line that the keyboard is on, of the tree that has the focus. */
  const line = (name: RegExp) =>
    window.workbench.page
      .locator('.monaco-list:focus .monaco-list-row.focused')
      .and(window.workbench.page.getByRole('treeitem', { name }));
  /** Goes down to a line of the tree, each step once the one before has been taken. */
  async function down(name: RegExp): Promise<void> {
    const focused = '.monaco-list:focus .monaco-list-row.focused';
    for (let steps = 0; steps < 30 && !(await line(name).isVisible()); steps += 1) {
      const [at] = await window.workbench.page.locator(focused).all();
      const before = await at?.getAttribute('data-index');
      await press('ArrowDown');
      await window.workbench.page.locator(`${focused}:not([data-index="${before}"])`).waitFor();
    }
    await line(name).waitFor();
  }
  /** Opens the menu of the line, and chooses. */
  async function choose(entry: string): Promise<void> {
    await press('Shift+F10');
    const lit = window.workbench.page.locator('.monaco-menu .action-item.focused').filter({ hasText: entry });
    await window.workbench.page.locator('.monaco-menu').waitFor();
    for (let steps = 0; steps < 15 && !(await lit.isVisible()); steps += 1) await press('ArrowDown');
    await lit.waitFor();
    await press('Enter');
    await window.workbench.page.locator('.monaco-menu').waitFor({ state: 'detached' });
  }

  it('lead from connecting to a vehicle, its charge records and the request that brought them', async () => {
    const { workbench, explorer } = window;
    // The palette has the command once VS Code has read what the extension brings.
    await workbench.page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Vehicle Data/ })
      .waitFor();
    await workbench.runCommand('View: Show Vehicle Data');
    await explorer.connectButton.waitFor();
    const isFocused = () =>
      explorer.connectButton.evaluate((button: { matches(of: string): boolean }) => button.matches(':focus'));
    // VS Code focuses the tree, which is empty; what follows it is a Tab away, and the button a few back from there.
    await press('Tab');
    for (let steps = 0; steps < 8 && !(await isFocused()); steps += 1) await press('Shift+Tab');
    assert.ok(await isFocused(), 'the button is reached by Tab');
    const opened = workbench.page.context().waitForEvent('page');
    await press('Enter');
    const consent = explorer.consent(await opened);
    const asked = consent.page.url();
    await consent.page.getByRole('checkbox').first().press('Enter');
    await consent.page.getByRole('radio').first().press('Enter');
    assert.equal(consent.page.url(), asked, 'only a button decides');
    await consent.allow();
    const focused = workbench.page.locator('.monaco-list:focus .monaco-list-row.focused');
    await explorer.vehicleLines.first().and(focused).waitFor();
    const outline = 'getComputedStyle(document.querySelector(".monaco-list:focus .focused")).outline';
    assert.match(await workbench.page.evaluate<string>(outline), /^(?!rgba\(.*, 0\)).* solid 1px/);
    await explorer.settled();
    await explorer.hasFocus();

    await down(/^BMW/);
    await press('Alt+F1');
    const help = workbench.page.locator('.accessible-view');
    await help.getByText('Enter on a vehicle opens its charge records').waitFor();
    await press('Escape');
    await help.waitFor({ state: 'hidden' });
    await explorer.hasFocus();
    await press('ArrowRight');
    await explorer.line(/^Charge records/).waitFor();
    assert.match(await window.copied(() => choose(titleOf('copy'))), /^[0-9a-f-]{36}$/);
    await press('Enter');
    await workbench.page.getByRole('tab', { name: /^BMW .*Charge records/, selected: true }).waitFor();
    await workbench.webviewOpened();
    await workbench.webview.locator('body[data-state=ready]').waitFor();

    await window.run('showRequests');
    await line(/^GET chargerecords, BMW .*, succeeded/).waitFor();
    await press('ArrowDown');
    await line(/^GET /).waitFor();
    await press('ArrowUp');
    await press('Enter');
    await workbench.page.getByRole('tab', { name: /GET .*records/ }).waitFor();
  });

  it('sort, filter and find charge records, and put two vehicles side by side', async () => {
    const { workbench, viewer } = window;
    const { quickInput, page } = workbench;
    const { frame } = viewer;
    await window.run('openChargeRecords');
    const vehicle = quickInput.getByRole('option', { name: /^BMW/ });
    await vehicle.waitFor();
    await page.keyboard.type('BMW');
    await vehicle.and(quickInput.locator('.focused')).waitFor();
    await press('Enter');
    await workbench.webviewOpened();
    const records = await viewer.readCount();

    await window.run('records.filter');
    await frame.locator('.filter-text:focus').waitFor();
    await page.keyboard.type('Home');
    await frame
      .getByText(new RegExp(String.raw`^\d+ of ${records} charge records$`))
      .first()
      .waitFor();

    await window.run('records.find');
    await frame.locator('.find input:focus').waitFor();
    await page.keyboard.type('8');
    await frame.locator('.find-count', { hasText: /\d/ }).waitFor();
    await press('Escape');

    await frame.getByRole('gridcell').and(frame.locator(':focus')).waitFor();
    await window.run('compareChargeRecords');
    await quickInput.getByText('Select Vehicles to Compare').waitFor();
    // The page that had the focus may take it once more.
    await quickInput.getByRole('textbox').focus();
    for (const name of ['BMW', 'MINI']) {
      const line = quickInput.locator('.monaco-list-row').filter({ hasText: name });
      await line.waitFor();
      await press('ArrowDown');
      await line.and(quickInput.locator('.focused')).waitFor();
      await press('Space');
    }
    await quickInput.getByText('2 Selected').waitFor();
    await press('Enter');
    await page.getByRole('tab', { name: /^BMW .*, MINI .*: Charge records/, selected: true }).waitFor();
    await workbench.webviewOpened();
    assert.ok((await viewer.readCount()) > records);
  });

  it('lead from adding a webhook to a signed event in one’s own receiver, and to what it answered', async () => {
    const { workbench, served } = window;
    const receiver = await OwnReceiver.of(served.sandbox.controlUrl);
    try {
      await window.run('addWebhook');
      await workbench.quickInput.getByText('URL of your receiver').waitFor();
      await new GuidedInput(workbench).enter(await receiver.start());
      const tree = workbench.tree('Webhooks');
      await tree.getByRole('treeitem', { name: /^Sandbox webhook, verified/ }).waitFor();
      await tree.and(workbench.page.locator(':focus')).waitFor();
      await allListed(window);
      await down(/^Sandbox webhook, verified/);
      await choose(titleOf('webhook.sendTest'));
      await workbench.quickInput.getByRole('option', { name: /VEHICLE_STATE/ }).waitFor();
      const { isSigned } = await receiver.next(
        ({ body }) => body.includes('"mode":"TEST"'),
        () => press('Enter'),
      );
      assert.ok(isSigned);
      await allListed(window);
      // No vehicle is named in it.
      await down(/^VEHICLE_STATE, 200 · [\d.]+ m?s, accepted$/);
      await press('Enter');
      await workbench.page.getByRole('tab', { name: /VEHICLE_STATE \d{4}/ }).waitFor();
    } finally {
      receiver.stop();
    }
  });
});
