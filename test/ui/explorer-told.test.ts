import assert from 'node:assert/strict';
import { eventually } from '../faults/vscode/flight.ts';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';

/** What the service says beside its data, as it reaches the person. */
describe('the explorer', () => {
  let served: ServedExtension;
  let window: Workbench;
  let explorer: Explorer;

  before(async () => {
    served = await ServedExtension.start('ui-told', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
  });
  after(() => served?.stop());
  afterEach(async function () {
    await served.stopFaults();
    await window.screenshot(lastPictureFile(this, 'told-'));
  });

  const refresh = () => window.runCommand('Vehicle Data: Refresh Vehicles');

  it('tells the end of the version once, as the headers name it, and explains it', async () => {
    const addHeaders = { Sunset: 'Wed, 31 Mar 2027 00:00:00 GMT', Deprecation: '@1790726400' };
    await served.fault({ operation: 'any', addHeaders });
    await refresh();
    const notice = window.notification(/will be switched off on/);
    await notice.waitFor();
    assert.equal(await notice.count(), 1);
    await notice.getByRole('button', { name: 'What Changes' }).click();
    await window.page.getByRole('tab', { name: /Preview version-2\.md/ }).waitFor();
    const before = (await served.requests()).length;
    await refresh();
    const isAnswered = async () => (await served.requests()).slice(before).some(({ path }) => path.includes('battery'));
    assert.ok(await eventually(async () => (await isAnswered()) || undefined, 10_000));
    assert.equal(await notice.count(), 0);
  });

  it('counts down on each line how long the service wants to be left alone, and then asks again by itself', async () => {
    await served.fault({ operation: 'capacity', error: { type: 'RATE_LIMIT', retryAfter: 6 } });
    await refresh();
    const waiting = explorer.line(/Try again in 0:0\d/);
    await waiting.first().waitFor();
    await served.stopFaults();
    await explorer.settled();
    const sent = (await served.requests()).length;
    await waiting.first().waitFor({ state: 'detached' });
    await explorer.settled();
    await explorer
      .line(/could not refresh/)
      .first()
      .waitFor({ state: 'detached' });
    const paths = (await served.requests()).slice(sent).map(({ path }) => path);
    assert.ok(paths.length > 0 && paths.every((path) => path.includes('/battery/')), paths.join('\n'));
  });

  it('shows in the view that it reads, for as long as that takes', async () => {
    await served.fault({ operation: 'vehicles', delayMs: 1500 });
    await refresh();
    const progress = window.page.locator('.sidebar .monaco-progress-container.active');
    await progress.waitFor();
    await progress.waitFor({ state: 'detached' });
  });

  it('copies an id, a value and a link', async () => {
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (told: RegExp) => {
      await window.page.locator('.statusbar').getByText(told).waitFor();
      return window.page.evaluate<string>('navigator.clipboard.readText()');
    };
    const [vehicle] = (await vehiclesInSandbox(served.sandbox)).filter(({ source }) => source === 'SMARTCAR');
    assert.ok(vehicle);
    const line = explorer.vehicleLines.filter({ hasText: vehicle.model });
    await explorer.choose(line, 'Copy Vehicle Id');
    assert.equal(await copied(/Vehicle id copied/), vehicle.id);
    await explorer.choose(line, 'Copy Link to Vehicle');
    assert.match(
      await copied(/Link to the vehicle copied/),
      new RegExp(`/vehicle/${vehicle.id}\\?environment=sandbox$`),
    );
    if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
    await explorer.choose(explorer.line(/^Battery capacity, [\d.]+/), 'Copy Value');
    assert.equal(await copied(/Value copied/), String(vehicle.capacity));
    await line.click();
  });

  it('explains a field of raw JSON to whoever rests on it', async () => {
    await explorer.vehicleLines.first().click();
    await explorer.choose(explorer.line(/^Battery capacity/), 'Open Raw JSON');
    const field = window.page.locator('.editor-instance .view-line span').filter({ hasText: /^"nominal"$/ });
    await field.first().hover();
    await window.page
      .locator('.monaco-hover')
      .getByText(/public documentation says kWh/)
      .waitFor();
  });

  it('puts the vehicles of each account below it, once there are two', async () => {
    const opened = window.page.context().waitForEvent('page');
    await window.runCommand('Vehicle Data: Connect a Vehicle Owner');
    const page = await opened;
    await page.getByRole('radio').nth(1).check();
    await explorer.consent(page).allow();
    const accounts = explorer.line(/^Owner .*, \d+ vehicles?/);
    await accounts.nth(1).waitFor();
    assert.equal(await accounts.count(), 2);
    await explorer
      .line(/^Tokens, /)
      .nth(1)
      .waitFor();
    await window.page
      .locator('.statusbar')
      .getByRole('button', { name: /Sandbox.*Owner .*Owner / })
      .waitFor();
  });
});
