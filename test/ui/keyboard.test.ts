import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
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
  /** Goes down to a line of the tree. */
  async function down(name: RegExp): Promise<void> {
    for (let steps = 0; steps < 15 && !(await line(name).isVisible()); steps += 1) await press('ArrowDown');
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
    await explorer.consent(await opened).allow();
    await explorer.settled();
    await explorer.hasFocus();

    await down(/^BMW/);
    await press('ArrowRight');
    await explorer.line(/^Charge records/).waitFor();
    assert.match(await window.copied(() => choose(titleOf('copyVehicleId'))), /^[0-9a-f-]{36}$/);
    await down(/^Charge records/);
    await press('Enter');
    await workbench.page.getByRole('tab', { name: /^BMW .*Charge records/, selected: true }).waitFor();
    await workbench.webviewOpened();
    await workbench.webview.locator('body[data-state=ready]').waitFor();

    await window.run('showRequests');
    await line(/^GET chargerecords, BMW .* · 200/).waitFor();
    await press('ArrowDown');
    await line(/^GET /).waitFor();
    await press('ArrowUp');
    await press('Enter');
    await workbench.page.getByRole('tab', { name: /GET .*records/ }).waitFor();
  });
});
