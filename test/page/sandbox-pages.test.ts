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
