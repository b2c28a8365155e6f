import assert from 'node:assert/strict';
import { WindowUnderTest } from './window-under-test.ts';

describe('views of the viewer in VS Code', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });
  let records: number;
  let charger: string;

  const frame = () => window.viewer.frame;
  const quickInput = () => window.workbench.quickInput;
  const input = () => quickInput().getByRole('textbox');
  const option = (name: string | RegExp) => quickInput().getByRole('option', { name });
  const chip = () => frame().locator('.chip', { hasText: charger });

  /** Chooses in the list of views, by keyboard. */
  async function choose(name: string): Promise<void> {
    await frame().locator('#views').press('Enter');
    await option(name).first().waitFor();
    await input().fill(name);
    await option(name).and(quickInput().locator('.focused')).waitFor();
    await input().press('Enter');
  }

  async function typeName(title: string, name: string): Promise<void> {
    await quickInput().locator('.quick-input-title', { hasText: title }).waitFor();
    await input().fill(name);
    await input().press('Enter');
  }

  /** Chooses a view in the list that follows: the one before it, which is closing, has the same lines. */
  async function chooseView(title: string, name: string): Promise<void> {
    await quickInput().locator('.quick-input-title', { hasText: title }).waitFor();
    await option(name).waitFor();
    await input().press('Enter');
  }

  async function reopen(): Promise<void> {
    await window.workbench.runCommand('View: Close All Editors');
    await window.workbench.page.locator('iframe.webview').waitFor({ state: 'detached' });
    const { make, model, year } = await window.vehicleWithRecords();
    await window.explorer.clickChargeRecords(`${make} ${model} (${year})`);
    await window.workbench.webviewOpened();
    await frame().locator('body[data-state=ready]').waitFor();
  }

  const rows = async () => Number(await frame().getByRole('grid').getAttribute('aria-rowcount')) - 1;

  before(async () => {
    ({ records } = await window.openRecords());
    charger = await frame().locator('[data-row="0"] .location').innerText();
  });

  it('are saved by name, and a viewer that opens later begins with the last one', async () => {
    await frame().locator('.head .energy').click();
    await frame().locator('.head .energy[aria-sort=ascending]').waitFor();
    await frame().getByRole('searchbox').fill(charger);
    await chip().waitFor();
    const filtered = await rows();
    assert.ok(filtered < records);
    await choose('Save View As…');
    await typeName('Save View', '  One charger ');
    await quickInput().waitFor({ state: 'hidden' });

    await reopen();
    await chip().waitFor();
    assert.equal(await rows(), filtered);
    await frame().locator('.head .energy[aria-sort=ascending]').waitFor();
  });

  it('are renamed and replaced after a question, and the default one takes them back', async () => {
    await choose('Default View');
    await chip().waitFor({ state: 'detached' });
    assert.equal(await rows(), records);
    await choose('Save View As…');
    await typeName('Save View', 'One charger');
    await window.workbench.answerDialog('Replace');
    await choose('Rename View…');
    await chooseView('Rename View', 'One charger');
    await typeName('Rename View', 'All');
    await quickInput().waitFor({ state: 'hidden' });
    await frame().locator('#views').press('Enter');
    await option(/^All.*current/).waitFor();
    assert.equal(await option('One charger').count(), 0);
    await input().press('Escape');
  });

  it('are deleted', async () => {
    await choose('Delete View…');
    await chooseView('Delete View', 'All');
    await quickInput().waitFor({ state: 'hidden' });
    await frame().locator('#views').press('Enter');
    await option('Default View').waitFor();
    assert.equal(await option(/All|Rename|Delete/).count(), 0);
    await input().press('Escape');
  });
});
