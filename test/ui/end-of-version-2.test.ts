import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the page about the end of version 2.0', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });

  /** The page, rendered, with both dates, who says them, and the days that are left. */
  async function isShown(): Promise<void> {
    const page = window.workbench.webview.locator('body');
    await page.getByRole('heading', { level: 1, name: 'The end of version 2.0, and what version 3 changes' }).waitFor();
    const row = (when: string) => page.getByRole('row').filter({ hasText: when });
    assert.match(await row('In the fourth quarter of 2026').innerText(), /Official pages/);
    assert.match(await row('On December 1, 2026').innerText(), /Reported by third parties/);
    assert.match(await page.innerText(), /API version 2\.0 .* in the fourth quarter of 2026/);
  }

  it('opens from the notice that its end is announced', async () => {
    const { workbench, served } = window;
    const addHeaders = { Deprecation: '@1790812800', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' };
    await served.fault({ operation: 'any', addHeaders });
    await workbench.pressInTitle('Vehicles', titleOf('refresh'));
    const notice = workbench.notification(/will be switched off on Dec 31, 2026/);
    await notice.getByRole('button', { name: 'See What Changes' }).click();
    await isShown();
    await workbench.screenshot(pictureFile('end-of-version-2'));
    await workbench.runCommand('View: Close All Editors');
  });

  it('opens from the line of a version that is switched off', async () => {
    const { workbench, served, explorer } = window;
    await served.stopFaults();
    await served.fault({ operation: 'any', status: 410, body: '' });
    await workbench.pressInTitle('Vehicles', titleOf('refresh'));
    await explorer.line(/^See What Changes, API version 2\.0 seems to be switched off/).click();
    await isShown();
  });
});
