import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { titleOf } from './commands.ts';
import { version2Leads } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the requests view', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true, settings: version2Leads });

  before(async () => {
    await window.run('showRequests');
    // Lines that have no room are not there: the other view gives way.
    await window.workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await line(/./).first().waitFor();
  });

  const line = (name: RegExp) => window.workbench.tree('Requests').getByRole('treeitem', { name });

  it('has the calls that were made, and opens one with headers and bodies, without its secrets', async () => {
    const { page } = window.workbench;
    await line(/GET \/vehicles, succeeded/)
      .first()
      .waitFor();
    await window.workbench.clickLine(line(/POST \/oauth\/token, succeeded/));
    await page.getByRole('tab', { name: /POST exchange-code/ }).waitFor();
    await page.locator('.view-line', { hasText: 'grant_type' }).first().waitFor();
    const text = (await page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /Basic …/);
    assert.match(text, /grant_type=authorization_code&code=…/);
    assert.match(text, /"access_token": "…"/);
    assert.match(text, /"refresh_token": "…"/);
  });

  it('shows one as HTTP, with its JSON as VS Code shows JSON', async () => {
    const { page } = window.workbench;
    await window.workbench.clickLine(line(/GET \/vehicles, succeeded/));
    await page.getByRole('tab', { name: /GET vehicles/ }).waitFor();
    await page.locator('.statusbar').getByText('HTTP Message').waitFor();
    const token = (text: RegExp) => page.locator('.editor-instance .view-line > span > span').filter({ hasText: text });
    const colorOf = (text: RegExp) =>
      token(text)
        .first()
        .evaluate((of) => {
          const browser = globalThis as unknown as { getComputedStyle: (of: unknown) => { color: string } };
          return browser.getComputedStyle(of).color;
        });
    await token(/^"vehicles"$/)
      .first()
      .waitFor();
    const [plain, method, header, status, member, text] = [
      await colorOf(/^:\s*$/),
      await colorOf(/^GET$/),
      await colorOf(/^authorization$/),
      await colorOf(/^200$/),
      await colorOf(/^"vehicles"$/),
      await colorOf(/^"[0-9a-f-]{36}"$/),
    ];
    for (const color of [method, header, status, member, text]) assert.notEqual(color, plain);
    assert.notEqual(member, text);
  });

  it('copies one as a program, with a variable in place of the token', async () => {
    const { workbench } = window;
    const program = await window.copied(async () => {
      await workbench.chooseFromMenu(line(/GET \/vehicles, succeeded/).last(), titleOf('request.copyAs'));
      await workbench.quickInput.getByRole('option', { name: 'curl (POSIX)' }).click();
    });
    assert.match(program, /^curl 'http[^']+\/v2\.0\/vehicles\?limit=\d+&offset=0'/);
    assert.ok(program.includes(`'authorization: Bearer '"$ACCESS_TOKEN"`), program);
  });

  it('saves one as .http, with the access token to be asked for', async () => {
    const { workbench, served } = window;
    await workbench.chooseFromMenu(line(/GET \/vehicles, succeeded/).last(), titleOf('request.copyAs'));
    await workbench.quickInput.getByRole('option', { name: 'Save as .http…' }).click();
    await workbench.savesAs('vehicles.http');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.notified('Saved. Secrets are variables.');
    const text = await readFile(join(served.folder, 'vehicles.http'), 'utf8');
    assert.match(
      text,
      /^@origin = http.*\n\n# JetBrains IDEs .*\n# @prompt access_token from “.*Copy Access Token…”\nGET \{\{origin\}\}\/v2\.0\//,
    );
    assert.match(text, /^authorization: Bearer \{\{access_token\}\}$/m);
    await workbench.page.getByRole('tab', { name: 'vehicles.http', selected: true }).waitFor();
    await workbench.runCommand('View: Close All Editors');
  });

  it('sends one again with the session’s own token, and shows failed ones alone, with what was decided', async () => {
    const { workbench, served } = window;
    await served.fault({ operation: 'vehicles', error: { type: 'RATE_LIMIT', retryAfter: 30 }, times: 1 });
    const list = line(/GET \/vehicles, succeeded/);
    await workbench.chooseFromMenu(list.last(), titleOf('request.sendAgain'));
    await line(/GET \/vehicles ×2, 429, rejected by the API/).waitFor();
    await workbench.pressInTitle('Requests', titleOf('request.showFailures'));
    await line(/, succeeded/)
      .first()
      .waitFor({ state: 'detached' });
    await line(/GET \/vehicles, 429/).waitFor();
    await workbench.pressInTitle('Requests', titleOf('request.showFailures'));
    await line(/GET \/vehicles ×2/).waitFor();
  });

  it('has repeats under the last of them, by keyboard, and opens each', async () => {
    const { page } = window.workbench;
    const press = (key: string) => page.keyboard.press(key);
    const focused = page.locator('.monaco-list:focus .monaco-list-row.focused').and(line(/GET \/vehicles ×2, 429/));
    const earlier = window.workbench.tree('Requests').locator('[aria-level="2"]');
    const showRequests = async () => {
      await window.run('showRequests');
      // The list has the focus back before the palette is gone, and then once more.
      await window.workbench.quickInput.waitFor({ state: 'hidden' });
      await focused.waitFor();
    };
    await showRequests();
    await press('ArrowRight');
    await earlier.waitFor();
    assert.match((await earlier.getAttribute('aria-label')) ?? '', /^\d+:\d\d:\d\d.*, succeeded$/);
    await press('ArrowDown');
    await press('Enter');
    await page.locator('.editor-instance .view-line', { hasText: 'HTTP 200' }).first().waitFor();
    await showRequests();
    await press('ArrowLeft');
    await earlier.waitFor({ state: 'detached' });
  });

  it('names vehicles, as far as it knows them', async () => {
    await line(/GET \/vehicles\/…, (?:BMW|MINI|Tesla) .*, succeeded/)
      .first()
      .waitFor();
  });

  it('exports all of them as HAR, and is empty when cleared', async () => {
    const { workbench, served } = window;
    const count = await line(/./).count();
    await window.run('request.exportHar');
    await workbench.savesAs('vehicle-data-requests.har');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.notified('requests exported');
    const text = await readFile(join(served.folder, 'vehicle-data-requests.har'), 'utf8');
    const { log } = JSON.parse(text) as Har;
    assert.ok(log.entries.length >= count);
    assert.doesNotMatch(text, /Bearer [^…]|Basic [^…]/);

    await workbench.pressInTitle('Requests', titleOf('clearRequests'));
    await workbench.page.locator('.sidebar').getByText('No requests yet').waitFor();
  });
});
