import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { SandboxClient } from '../unit/sandbox/client.ts';
import { axeViolations } from './axe.ts';
import { sharedBrowser } from './shared-browser.ts';
import { patienceMs } from '../tools/lib/patience.ts';

describe('pages of the sandbox in a browser', () => {
  let client: SandboxClient;
  let page: Page;
  before(async () => {
    client = await SandboxClient.start({ autoApprove: false });
    page = await (await sharedBrowser()).newPage();
    page.setDefaultTimeout(patienceMs);
  });
  after(async () => {
    await page.close();
    await client.close();
  });

  function connectAddress(): string {
    const { connectUrl, clientId } = client.addresses;
    const query = { client_id: clientId, response_type: 'code', redirect_uri: 'http://localhost:1/callback' };
    return `${connectUrl}?${new URLSearchParams(query).toString()}`;
  }

  it('control: every button changes the sandbox, and the page follows', async () => {
    await page.goto(`${client.addresses.controlUrl}/`);
    await page.getByText('Newest first, live.').waitFor();
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('Frozen.').waitFor();
    const before = client.sandbox.clock.now();
    await page.getByRole('button', { name: '+ 2 hours' }).click();
    const later = new Date(before + 7_200_000).toISOString().slice(0, 19).replace('T', ' ');
    await page.getByText(later).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByLabel('Speed').fill('.5');
    await page.getByRole('button', { name: 'Set Speed' }).click();
    await page.getByText('Running at 0.5× speed.').waitFor();

    await page.getByLabel('Endpoint').selectOption('user');
    await page.getByLabel('How often').selectOption('3 times');
    await page.getByRole('combobox', { name: 'Fault' }).selectOption('Server (500): internal');
    await page.getByRole('button', { name: 'Add Fault' }).click();
    const remove = page.getByRole('button', { name: 'Remove the fault for user' });
    await remove.waitFor();
    const [planned] = client.sandbox.faults.list;
    assert.deepEqual([planned?.left, planned?.fault.error], [3, { type: 'SERVER', code: 'INTERNAL' }]);
    await remove.click();
    await page.getByText('No faults.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.dataset.live'), 'faults');

    const charge = page.getByRole('button', { name: /^Simulate Charge/ });
    assert.equal(await charge.count(), 0, 'nobody is connected');
    const owner = await (await sharedBrowser()).newPage();
    owner.setDefaultTimeout(patienceMs);
    await owner.goto(connectAddress());
    await owner.getByRole('button', { name: 'Allow' }).click();
    await charge.filter({ visible: true }).first().waitFor();
    await owner.close();
    await page.getByRole('button', { name: 'Simulate Charge of BMW i4' }).click();
    await page.getByRole('button', { name: 'Reset Sandbox' }).click();
    await page.getByText('Running at 1× speed.').waitFor();
    assert.equal(await page.locator('[role=alert]').textContent(), '');
  });

  it('control: requests appear as they come, as text', async () => {
    await fetch(`${client.addresses.baseUrl}/<img src=x>`);
    const row = page.getByRole('row', { name: 'GET /%3Cimg%20src=x%3E 404' });
    await row.waitFor();
    assert.equal(await row.locator('img').count(), 0);
  });

  it('control: says what the sandbox refuses', async () => {
    await page.getByLabel('Speed').evaluate((input) => {
      Object.assign(input, { min: '-1', value: '-1' });
    });
    await page.getByRole('button', { name: 'Set Speed' }).click();
    await page.getByRole('alert').getByText('speed: ').waitFor();
  });

  it('tell what agrees from what does not where colours are forced, too', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(connectAddress());
    const look = async (name: 'yes' | 'no') => [
      await page.evaluate(`getComputedStyle(document.querySelector('button.${name}')).borderTopWidth`),
      await page.evaluate(`getComputedStyle(document.querySelector('button.${name}'), '::before').content`),
    ];
    assert.deepEqual(await look('yes'), ['4px', '"✓ " / ""']);
    assert.deepEqual(await look('no'), ['1px', 'none']);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`all are accessible, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      const { connectUrl, controlUrl } = client.addresses;
      for (const url of [`${controlUrl}/`, connectAddress(), connectUrl]) {
        await page.goto(url);
        assert.deepEqual(await axeViolations(page, 'all'), [], url);
      }
    });
  }
});
