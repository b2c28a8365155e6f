import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

/** From the view's one button to a request's details, with no pointer. */
describe('the views by keyboard alone', () => {
  let served: ServedExtension;
  let window: Workbench;
  let explorer: Explorer;

  before(async () => {
    served = await ServedExtension.start('ui-keyboard', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    explorer = new Explorer(window);
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'keyboard-'));
  });

  const press = (key: string) => window.page.keyboard.press(key);
  /** The line that the keyboard is on, of the tree that has the focus. */
  const line = (name: RegExp) =>
    window.page.locator('.monaco-list:focus .monaco-list-row.focused').and(window.page.getByRole('treeitem', { name }));
  /** Goes down to a line of the tree. */
  async function down(name: RegExp): Promise<void> {
    for (let steps = 0; steps < 15 && !(await line(name).isVisible()); steps += 1) await press('ArrowDown');
    await line(name).waitFor();
  }
  /** Opens the menu of the line, and chooses. */
  async function choose(entry: string): Promise<void> {
    await press('Shift+F10');
    const lit = window.page.locator('.monaco-menu .action-item.focused').filter({ hasText: entry });
    await window.page.locator('.monaco-menu').waitFor();
    for (let steps = 0; steps < 15 && !(await lit.isVisible()); steps += 1) await press('ArrowDown');
    await lit.waitFor();
    await press('Enter');
    await window.page.locator('.monaco-menu').waitFor({ state: 'detached' });
  }

  it('shows the view, connects, and is on the tree afterwards', async () => {
    // The palette has the command once VS Code has read what the extension brings.
    await window.page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Vehicle Data/ })
      .waitFor();
    await window.runCommand('View: Show Vehicle Data');
    await explorer.connectButton.waitFor();
    const isFocused = () =>
      explorer.connectButton.evaluate((button: { matches(of: string): boolean }) => button.matches(':focus'));
    // VS Code focuses the tree, which is empty; what follows it is a Tab away, and the button a few back from there.
    await press('Tab');
    for (let steps = 0; steps < 8 && !(await isFocused()); steps += 1) await press('Shift+Tab');
    assert.ok(await isFocused(), 'the button is reached by Tab');
    const opened = window.page.context().waitForEvent('page');
    await press('Enter');
    await explorer.consent(await opened).allow();
    await explorer.settled();
    await explorer.hasFocus();
  });

  it('unfolds a vehicle, copies its id from the menu, and opens its charge records', async () => {
    await down(/^BMW/);
    await press('ArrowRight');
    await explorer.line(/^Charge records/).waitFor();
    await choose('Copy Vehicle Id');
    await window.page.locator('.statusbar').getByText('Vehicle id copied').waitFor();
    await down(/^Charge records/);
    await press('Enter');
    await window.page.getByRole('tab', { name: /^BMW .*Charge records/, selected: true }).waitFor();
    await window.webviewOpened();
    await window.webview.locator('body[data-state=ready]').waitFor();
    await window.runCommand('Vehicle Data: Focus the Table of Charge Records');
    await window.webview.locator('[role=grid] :focus, [role=grid]:focus').waitFor();
  });

  it('goes to the requests, newest first, copies one and opens it', async () => {
    await window.runCommand('Vehicle Data: Show Requests');
    await line(/^GET .*charge\/records, 200/).waitFor();
    await press('ArrowDown');
    await line(/^GET /).waitFor();
    await press('ArrowUp');
    await choose('Copy Request Id');
    await window.page.locator('.statusbar').getByText('Request ID copied').waitFor();
    await press('Enter');
    await window.page.getByRole('tab', { name: /GET .*records/ }).waitFor();
  });
});
