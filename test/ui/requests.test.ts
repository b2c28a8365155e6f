import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Har } from 'har-format';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

describe('the requests view', () => {
  let served: ServedExtension;
  let window: Workbench;
  let explorer: Explorer;

  before(async () => {
    served = await ServedExtension.start('ui-requests', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await window.runCommand('Vehicle Data: Show Requests');
    // Lines that have no room are not there: the other view gives way.
    await window.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await lines().first().waitFor();
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'requests-'));
  });

  const lines = () => window.tree('Requests').getByRole('treeitem');
  const line = (name: RegExp) => window.tree('Requests').getByRole('treeitem', { name });
  const clipboard = () => window.page.evaluate<string>('navigator.clipboard.readText()');
  /** What the editor in front shows, with its spaces as they are typed. */
  const editor = () => window.page.locator('.editor-instance .view-lines').innerText();

  it('has the token call and the data calls, newest first, with what became of them', async () => {
    await line(/POST \/oauth\/token, 200 · \d+ ms · \d+ B, answered/).waitFor();
    await line(/GET \/vehicles, 200 ·/)
      .first()
      .waitFor();
  });

  it('opens one with headers and bodies, without its secrets', async () => {
    await line(/POST \/oauth\/token/).click();
    await window.page.getByRole('tab', { name: /POST exchange-code/ }).waitFor();
    await window.page.locator('.view-line', { hasText: 'grant_type' }).first().waitFor();
    const text = (await editor()).replaceAll('\u00a0', ' ');
    assert.match(text, /Basic …/);
    assert.match(text, /grant_type=authorization_code&code=…/);
    assert.match(text, /"access_token": "…"/);
    assert.match(text, /"refresh_token": "…"/);
  });

  it('copies one as a program, with a variable in place of the token', async () => {
    const list = line(/GET \/vehicles, /).last();
    await window.chooseFromMenu(list, 'Copy As', 'Copy Request as curl');
    await window.page.locator('.statusbar').getByText('Copied as curl').waitFor();
    const program = await clipboard();
    assert.match(program, /^curl 'http[^']+\/v2\.0\/vehicles\?limit=\d+&offset=0'/);
    assert.ok(program.includes('"authorization: Bearer $ACCESS_TOKEN"'), program);
  });

  it('sends one again, with the session’s own token', async () => {
    const list = line(/GET \/vehicles, 200/);
    const before = await list.count();
    await window.chooseFromMenu(list.last(), 'Send Request Again');
    await list.nth(before).waitFor();
    assert.equal(await list.count(), before + 1);
  });

  it('shows failed requests alone, with what was decided', async () => {
    await served.fault({ operation: 'vehicles', error: { type: 'RATE_LIMIT', retryAfter: 30 }, times: 1 });
    await window.chooseFromMenu(line(/GET \/vehicles, 200/).last(), 'Send Request Again');
    await line(/GET \/vehicles, 429 · .*gave up, rejected by the API/).waitFor();
    await window.runCommand('Vehicle Data: Filter Requests by Failure');
    await line(/, 200 ·/)
      .first()
      .waitFor({ state: 'detached' });
    await line(/429/).first().waitFor();
    await window.runCommand('Vehicle Data: Clear Request Filter');
    await line(/, 200 ·/)
      .first()
      .waitFor();
    await served.stopFaults();
  });

  it('exports all of them as HAR, and is empty when cleared', async () => {
    const count = await lines().count();
    await window.runCommand('Vehicle Data: Export Requests as HAR');
    // The dialog takes the palette's place, and proposes a path when it is ready.
    await window.page.waitForFunction(
      `document.querySelector('.quick-input-widget input')?.value.endsWith('vehicle-data-requests.har')`,
    );
    await window.quickInput.getByRole('button', { name: 'OK' }).click();
    await window.page.locator('.statusbar').getByText('requests exported').waitFor();
    const text = await readFile(join(served.folder, 'vehicle-data-requests.har'), 'utf8');
    const { log } = JSON.parse(text) as Har;
    assert.ok(log.entries.length >= count);
    assert.doesNotMatch(text, /Bearer [^…]|Basic [^…]/);

    await window.runCommand('Vehicle Data: Clear Requests');
    await window.page.locator('.sidebar').getByText('No request was sent yet').waitFor();
  });
});
