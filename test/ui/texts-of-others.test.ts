import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { version2Leads } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

const link = '[Details](command:workbench.action.toggleZenMode)';
const hostile = `${link} [site](https://evil.example) $(alert) \u202Efdp.exe`;
/** The same as it may read. */
const harmless =
  /\[Details\] \(command:workbench\.action\.toggleZenMode\) \[site\] \(https:\/\/evil\.example\) \$ \(alert\) fdp\.exe/;

/** What others have written, where VS Code has drawn it: nothing to click, no icon, in the order of its characters. */
async function readsAsText(drawn: Locator, reads = harmless): Promise<void> {
  const place = drawn.filter({ hasText: reads }).first();
  await place.waitFor();
  // VS Code's own labels and buttons are an `a` as well, that leads nowhere.
  assert.equal(await place.locator('a[href]').count(), 0, 'a link');
  assert.equal(await place.locator('.codicon-alert').count(), 0, 'an icon');
  const html = await place.evaluate((element) => (element as { outerHTML: string }).outerHTML);
  assert.doesNotMatch(html, /\p{Cf}/u, 'a mark that steers the display');
}

const owner = `Robin ${hostile}`;
const scenario = {
  owners: [{ name: owner, vehicles: [{ make: 'BMW', model: `i4 ${hostile}`, year: 2023 }] }],
};

describe('texts of others', () => {
  const window = WindowUnderTest.ofSuite({ scenario, settings: version2Leads });
  const message = () => window.workbench.notified(harmless);

  it('are texts in the notification of a sign-in that was denied', async () => {
    const { explorer, workbench } = window;
    await explorer.open();
    const { page } = await explorer.pressConnect();
    const { searchParams } = new URL(page.url());
    const redirect = new URL(searchParams.get('redirect_uri') ?? '');
    redirect.search = String(
      new URLSearchParams({
        error: 'access_denied',
        error_description: hostile,
        state: searchParams.get('state') ?? '',
      }),
    );
    await page.goto(redirect.href);
    await page.close();
    await workbench.page.bringToFront();
    await readsAsText(await message());
    assert.equal(await workbench.page.locator('.monaco-workbench.zenmode').count(), 0);
  });

  it('are texts where an owner is connected: notification, status bar, view and lines', async () => {
    const { explorer, workbench } = window;
    await (await explorer.pressConnect()).allow();
    await readsAsText(await message());
    await explorer.settled();
    await readsAsText(explorer.vehicleLines);
    await readsAsText(workbench.tree('Vehicles').getByRole('treeitem'), /Robin \[Details\] \(command:/);
  });
});
