import { mkdir, readFile, writeFile } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

const client = `const token = await fetch('https://auth.smartcar.com/oauth/token');
const { percentRemaining } = await (await fetch(url, 'client_credentials')).json();
`;

describe('the check of a workspace', () => {
  const window = WindowUnderTest.ofSuite();
  const file = (name: string) => join(window.served.folder, 'clients', name);

  before(async () => {
    await mkdir(file(''), { recursive: true });
    for (const name of ['first.js', 'second.js']) await writeFile(file(name), client);
  });

  it('opens the problems, and fixes in all files what it can, once the person has seen it', async () => {
    const { workbench } = window;
    const { page } = workbench;
    // Once the view is there, the palette has the extension's commands.
    await window.explorer.open();
    await window.run('checkWorkspace');
    const result = await workbench.notified(/4 places in 2 files have to change for version 3\. 2 of them can be/);
    const problems = page.locator('.markers-panel');
    await problems
      .getByText(/^https:\/\/auth\.smartcar\.com\/oauth\/token → https:\/\/iam\./)
      .first()
      .waitFor();
    await problems
      .getByText(/^percentRemaining → tractionbattery-stateofcharge: value; /)
      .first()
      .waitFor();
    await page.screenshot({ path: pictureFile('migration-problems') });
    await result.getByRole('button', { name: 'Preview Fixes' }).click();
    const preview = page.locator('.bulk-edit-panel');
    await preview.getByText('first.js').waitFor();
    assert.equal(await preview.locator('input[type=checkbox]:not(:checked)').count(), 0, 'all are ticked');
    await page.screenshot({ path: pictureFile('migration-preview') });
    assert.equal(await readFile(file('first.js'), 'utf8'), client);
    await preview.getByRole('button', { name: 'Discard' }).click();
    await preview.waitFor({ state: 'hidden' });
    await window.run('previewFixes');
    await preview.getByText('first.js').waitFor();
    await preview.getByRole('button', { name: 'Apply' }).click();
    await preview.waitFor({ state: 'hidden' });
    await problems
      .getByText(/^https:\/\/auth/)
      .first()
      .waitFor({ state: 'detached' });
  });
});
