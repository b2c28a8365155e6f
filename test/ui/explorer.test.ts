import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { pictureFile } from './pictures.ts';
import { version2Leads } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the vehicles view', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true, settings: version2Leads });

  const names = () => window.explorer.vehicleLines.locator('.label-name').allTextContents();
  /** Waits until the tree lists as many vehicles as expected, and compares their names. */
  async function lists(expected: readonly string[]): Promise<void> {
    const { vehicleLines } = window.explorer;
    await vehicleLines.nth(expected.length).waitFor({ state: 'detached' });
    if (expected.length > 0) await vehicleLines.nth(expected.length - 1).waitFor();
    assert.deepEqual(await names(), expected);
  }
  const pressInTitle = (button: string) => window.workbench.pressInTitle('Vehicles', button);
  const editorLine = (text: RegExp) =>
    window.workbench.page.locator('.editor-instance .view-line').filter({ hasText: text });

  it('opens what the service answered as JSON that can’t be edited, with the contract behind it', async () => {
    const { explorer, workbench, served } = window;
    const openRaw = () => explorer.choose(explorer.line(/^Battery/), titleOf('openRawJson'));
    await pressInTitle('Collapse All');
    await explorer.line(/^Battery/).waitFor({ state: 'detached' });
    await explorer.toggle(explorer.vehicleLines.nth(1));
    await openRaw();
    await editorLine(/"availableCapacities"/).waitFor();
    await editorLine(/token=\[redacted\]/).waitFor();
    await editorLine(/./).first().click();
    await workbench.page.keyboard.type('x');
    await workbench.page
      .locator('.monaco-editor-overlaymessage')
      .filter({ hasText: /read-only/i })
      .waitFor();

    const body = '{"availableCapacities":[],"capacity":{"nominal":"3"}}';
    await served.fault({ operation: 'capacity', status: 200, body });
    await openRaw();
    await editorLine(/"nominal":\s"3"/).waitFor();
    await workbench.page.locator('.editor-instance .squiggly-warning').first().waitFor();
    await editorLine(/"nominal"/)
      .getByText('"nominal"', { exact: true })
      .hover();
    await workbench.page.locator('.monaco-hover').getByText(/kWh/).first().waitFor();
    await workbench.runCommand('View: Close All Editors');
  });

  it('asks the owner of a vehicle that has a choice, and shows what the owner answered', async () => {
    const { explorer } = window;
    await pressInTitle('Collapse All');
    await explorer.line(/^Battery/).waitFor({ state: 'detached' });
    await explorer.toggle(explorer.vehicleLines.filter({ hasText: 'MINI' }));
    const capacityLine = explorer.line(/^Battery/);
    const unknowing = await explorer.askOwner(capacityLine);
    await unknowing.getByRole('button', { name: "I don't know" }).click();
    await unknowing.waitForURL(/vehicle_id=/);
    assert.equal(await explorer.back(unknowing), 'No battery capacity chosen');
    await explorer.line(/^MINI .*capacity unknown/).waitFor();

    const capacity = await explorer.haveChosen(capacityLine);
    await explorer.line(new RegExp(`^MINI .*${capacity} kWh, chosen by the owner`)).waitFor();
  });

  it('leads the owner to where the sign-in with the maker is put right, and reads on from there', async () => {
    const { explorer, workbench, served } = window;
    const error = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' };
    await served.fault({ operation: 'capacity', error });
    // One line for all vehicles, which is the button as well, and no notification beside it.
    const failed = explorer.line(/, Open Owner’s Page/);
    await explorer.refreshTo(failed);
    const opened = workbench.page.context().waitForEvent('page');
    await failed.click();
    assert.equal(await workbench.notification(/500|invalid JSON/).count(), 0);
    const page = await opened;
    await page.waitForURL(/callback|proxy/);
    assert.equal(await explorer.back(page), 'Signed in again');
    await failed.waitFor({ state: 'detached' });
    await explorer.settled();
    await explorer.line(/as of/).first().waitFor({ state: 'detached' });
  });

  it('tells a service that is down once, and goes on by a press of that line', async () => {
    const { explorer, workbench, served } = window;
    await served.fault({ operation: 'vehicles', times: 'always', status: 500, body: '<h1>down</h1>' });
    await served.fault({ operation: 'capacity', times: 'always', status: 500, body: '<h1>down</h1>' });
    const again = explorer.line(/500.*, Try Again · as of /);
    await explorer.refreshTo(again);
    await workbench.page.locator('.sidebar .pane-header', { hasText: /as of \d/ }).waitFor();
    assert.equal(await explorer.line(/500|warning/).count(), 1);
    assert.equal(await workbench.notification(/500|invalid JSON/).count(), 0);
    // Where the keyboard is, a screen reader reads.
    await workbench.page.locator('.sidebar .monaco-list-row.focused[aria-label*=", Try Again"]').waitFor();
    await workbench.screenshot(pictureFile('vehicles-failed'));
    await served.stopFaults();
    await explorer.pressAway(again);
  });

  it('disconnects a vehicle after asking, and lists it no more', async () => {
    const { explorer, workbench, served } = window;
    const all = await names();
    const press = async (answer: string) => {
      await explorer.choose(explorer.vehicleLines.first(), titleOf('disconnectVehicle'));
      await workbench.answerDialog(answer);
    };
    await press('Cancel');
    await lists(all);
    await press('Disconnect');
    await lists(all.slice(1));
    const [disconnected] = (await served.requests()).filter(({ method }) => method === 'DELETE');
    assert.equal(disconnected?.status, 200);
    await pressInTitle(titleOf('refresh'));
    await explorer.settled();
    await lists(all.slice(1));
  });

  /** The page, rendered, with both dates, who says them, and the days that are left. */
  async function isShown(): Promise<void> {
    const page = window.workbench.webview.locator('body');
    await page.getByRole('heading', { level: 1, name: 'The end of version 2.0, and what version 3 changes' }).waitFor();
    const row = (when: string) => page.getByRole('row').filter({ hasText: when });
    assert.match(await row('In the fourth quarter of 2026').innerText(), /Official pages/);
    assert.match(await row('On December 1, 2026').innerText(), /Reported by third parties/);
    assert.match(await page.innerText(), /API version 2\.0 .* in the fourth quarter of 2026/);
  }

  it('leads to the end of version 2.0 from the notice of it', async () => {
    const { workbench, served } = window;
    const addHeaders = { Deprecation: '@1790812800', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' };
    await served.fault({ operation: 'any', addHeaders });
    await workbench.pressInTitle('Vehicles', titleOf('refresh'));
    const notice = await workbench.notified(/will be switched off on Dec 31, 2026/);
    await notice.getByRole('button', { name: 'See What Changes' }).click();
    await isShown();
    await workbench.screenshot(pictureFile('end-of-version-2'));
    await workbench.runCommand('View: Close All Editors');
  });
});
