import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { titleOf } from './commands.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the requests view', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });

  before(async () => {
    await window.run('showRequests');
    // Lines that have no room are not there: the other view gives way.
    await window.workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await line(/./).first().waitFor();
  });

  const line = (name: RegExp) => window.workbench.tree('Requests').getByRole('treeitem', { name });

  it('has the calls that were made, and opens one with headers and bodies, without its secrets', async () => {
    const { page } = window.workbench;
    await line(/GET \/vehicles, 200 ·/)
      .first()
      .waitFor();
    await line(/POST \/oauth\/token, 200 · \d+ ms · \d+ B, succeeded/).click();
    await page.getByRole('tab', { name: /POST exchange-code/ }).waitFor();
    await page.locator('.view-line', { hasText: 'grant_type' }).first().waitFor();
    const text = (await page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /Basic …/);
    assert.match(text, /grant_type=authorization_code&code=…/);
    assert.match(text, /"access_token": "…"/);
    assert.match(text, /"refresh_token": "…"/);
  });

  it('copies one as a program, with a variable in place of the token', async () => {
    const { workbench } = window;
    const program = await window.copied(async () => {
      await workbench.chooseFromMenu(line(/GET \/vehicles, /).last(), titleOf('request.copyAs'));
      await workbench.quickInput.getByRole('option', { name: 'curl (POSIX)' }).click();
    });
    assert.match(program, /^curl 'http[^']+\/v2\.0\/vehicles\?limit=\d+&offset=0'/);
    assert.ok(program.includes(`'authorization: Bearer '"$ACCESS_TOKEN"`), program);
  });

  it('saves one as .http, with the access token to be asked for', async () => {
    const { workbench, served } = window;
    await workbench.chooseFromMenu(line(/GET \/vehicles, /).last(), titleOf('request.copyAs'));
    await workbench.quickInput.getByRole('option', { name: 'Save as .http…' }).click();
    await workbench.savesAs('vehicles.http');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.page.locator('.statusbar').getByText('Saved. Secrets are variables.').waitFor();
    const text = await readFile(join(served.folder, 'vehicles.http'), 'utf8');
    assert.match(
      text,
      /^@origin = http.*\n\n# For the access token .*\n# @prompt access_token\nGET \{\{origin\}\}\/v2\.0\//,
    );
    assert.match(text, /^authorization: Bearer \{\{access_token\}\}$/m);
  });

  it('compares a response with that of another request, and with a file', async () => {
    const { workbench, served } = window;
    const { page, quickInput } = workbench;
    const compare = async (option: RegExp | string) => {
      await workbench.chooseFromMenu(line(/GET \/vehicles, /).last(), titleOf('request.compare'));
      await quickInput.getByRole('option', { name: option }).first().click();
    };
    await compare(/POST \/oauth\/token/);
    await page.getByRole('tab', { name: /^vehicles \d+\.json ↔ exchange-code \d+\.json/ }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: '"access_token": "…"' }).first().waitFor();

    const path = join(served.folder, 'kept.json');
    await writeFile(path, '{"vehicles":[],"access_token":"CANARY"}');
    await compare('File…');
    await quickInput.locator('input').fill(path);
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('tab', { name: /^vehicles \d+\.json ↔ kept\.json/ }).waitFor();
    const shown = page.locator('.editor-instance .modified .view-lines');
    await shown.getByText('"vehicles"').waitFor();
    assert.doesNotMatch(await shown.innerText(), /CANARY/);
  });

  it('sends one again with the session’s own token, and shows failed ones alone, with what was decided', async () => {
    const { workbench, served } = window;
    await served.fault({ operation: 'vehicles', error: { type: 'RATE_LIMIT', retryAfter: 30 }, times: 1 });
    const list = line(/GET \/vehicles, 200/);
    await workbench.chooseFromMenu(list.last(), titleOf('request.sendAgain'));
    await line(/GET \/vehicles, 429 · .*gave up, rejected by the API/).waitFor();
    await workbench.pressInTitle('Requests', titleOf('request.showFailures'));
    await line(/, 200 ·/)
      .first()
      .waitFor({ state: 'detached' });
    await line(/429/).first().waitFor();
    await workbench.pressInTitle('Requests', titleOf('request.showAll'));
    await list.first().waitFor();
  });

  it('exports all of them as HAR, and is empty when cleared', async () => {
    const { workbench, served } = window;
    const count = await line(/./).count();
    await window.run('request.exportHar');
    await workbench.savesAs('vehicle-data-requests.har');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.page.locator('.statusbar').getByText('requests exported').waitFor();
    const text = await readFile(join(served.folder, 'vehicle-data-requests.har'), 'utf8');
    const { log } = JSON.parse(text) as Har;
    assert.ok(log.entries.length >= count);
    assert.doesNotMatch(text, /Bearer [^…]|Basic [^…]/);

    await workbench.pressInTitle('Requests', titleOf('clearRequests'));
    await workbench.page.locator('.sidebar').getByText('No requests yet').waitFor();
  });
});
