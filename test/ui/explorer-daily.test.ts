import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile, pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox, type VehicleFacts } from './truth.ts';

describe('the explorer, day by day', () => {
  let served: ServedExtension;
  let window: Workbench;
  let explorer: Explorer;
  let vehicles: readonly VehicleFacts[];

  before(async () => {
    served = await ServedExtension.start('ui-daily', process.env[vsixVariable] ?? '');
    vehicles = await vehiclesInSandbox(served.sandbox);
    window = await served.newWindow();
    explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
  });
  after(async () => {
    await window?.page.context().close();
    await served?.stop();
  });

  afterEach(async function () {
    await served.stopFaults();
    await window.screenshot(lastPictureFile(this));
  });

  const message = (text: RegExp) => window.page.locator('.sidebar .message').filter({ hasText: text });
  const names = () => explorer.vehicleLines.locator('.label-name').allTextContents();
  /** Waits until the tree lists as many vehicles as expected, and compares their names. */
  async function lists(expected: readonly string[]): Promise<void> {
    await explorer.vehicleLines.nth(expected.length).waitFor({ state: 'detached' });
    if (expected.length > 0) await explorer.vehicleLines.nth(expected.length - 1).waitFor();
    assert.deepEqual(await names(), expected);
  }
  const editorLine = (text: RegExp) => window.page.locator('.editor-instance .view-line').filter({ hasText: text });

  /** Opens VS Code by an address of the extension, as a browser or a chat would. */
  async function openUrl(path: string): Promise<void> {
    await window.runCommand('Developer: Open URL');
    const input = window.quickInput.getByRole('textbox');
    await input.fill(`code-oss://vehicle-data.vehicle-data-explorer${path}`);
    await input.press('Enter');
    // VS Code asks before it gives an address to an extension at all.
    await window.answerDialog('Open');
  }

  it('filters while it is typed, says what is hidden, and shows all again', async () => {
    const all = await names();
    await window.runCommand('Vehicle Data: Filter Vehicles…');
    const input = window.quickInput.getByRole('textbox');
    await input.fill('bmw 2024');
    await message(/^Filter “bmw 2024”: 1 of \d+ vehicles/).waitFor();
    await lists(all.filter((name) => /BMW.*2024/.test(name)));
    await input.press('Escape');
    await message(/Filter/).waitFor({ state: 'detached' });
    await lists(all);
    await window.runCommand('Vehicle Data: Filter Vehicles…');
    await input.fill('no such car');
    await input.press('Enter');
    await explorer.vehicleLines.first().waitFor({ state: 'detached' });
    await window.page.locator('.sidebar').getByRole('button', { name: 'Clear Vehicle Filter' }).click();
    await explorer.vehicleLines.first().waitFor();
    await lists(all);
  });

  it('keeps a pinned vehicle on top, in the next window as well', async () => {
    const all = await names();
    const last = all.at(-1) ?? '';
    await explorer.press(explorer.vehicleLines.last(), /Pin Vehicle/);
    await explorer.vehicleLines.first().getByText(last, { exact: true }).waitFor();
    await window.reload();
    await explorer.open();
    await explorer.settled();
    await lists([last, ...all.slice(0, -1)]);
    await explorer.choose(explorer.vehicleLines.first(), 'Unpin Vehicle');
    await explorer.vehicleLines.last().getByText(last, { exact: true }).waitFor();
  });

  it('follows a link to a vehicle after asking, and explains one that leads nowhere', async () => {
    const vehicle = vehicles[2];
    assert.ok(vehicle);
    await openUrl(`/vehicle/${vehicle.id}`);
    await window.dialog.getByText(vehicle.id).waitFor();
    await window.answerDialog('Show Vehicle');
    const shown = window.tree('Vehicles').locator('[role=treeitem][aria-selected=true][aria-expanded=true]');
    await shown.waitFor();
    await explorer.line(new RegExp(`^Vehicle id, ${vehicle.id}`)).waitFor();

    await explorer.line(/^Permissions, \d/).waitFor();
    const before = (await served.requests()).length;
    await openUrl('/vehicle/%00');
    await window.notification(/names no vehicle that could be shown/).waitFor();
    await openUrl('/open/vehicle/00000000-0000-4000-8000-000000000000');
    await window.answerDialog('Cancel');
    assert.equal((await served.requests()).length, before);
    await openUrl('/open/vehicle/00000000-0000-4000-8000-000000000000');
    await window.answerDialog('Show Vehicle');
    await window.notification(/No connected account has the vehicle/).waitFor();
  });

  it('opens what the service answered as JSON that can’t be edited, with the contract behind it', async () => {
    await window.page.locator('.sidebar').getByRole('button', { name: 'Collapse All' }).click();
    await explorer.line(/^Battery capacity/).waitFor({ state: 'detached' });
    await explorer.vehicleLines.nth(1).click();
    await explorer.choose(explorer.line(/^Battery capacity/), 'Open Raw JSON');
    await editorLine(/"availableCapacities"/).waitFor();
    await editorLine(/token=\[redacted\]/).waitFor();
    await window.page.locator('.editor-instance .view-line').first().click();
    await window.page.keyboard.type('x');
    await window.page
      .locator('.monaco-editor-overlaymessage')
      .filter({ hasText: /read-only/i })
      .waitFor();

    await served.fault({ operation: 'capacity', status: 200, body: '{"availableCapacities":[],"capacity":3}' });
    await explorer.choose(explorer.line(/^Battery capacity/), 'Open Raw JSON');
    await editorLine(/"capacity":\s3/).waitFor();
    await window.page.locator('.editor-instance .squiggly-warning').first().waitFor();
  });

  it('asks the owner of a vehicle that has a choice, and shows what the owner answered', async () => {
    const ask = async () => {
      const offered = window.quickInput.getByRole('option');
      const mini = offered.filter({ hasText: /MINI/ });
      const listed = async () => {
        await window.runCommand('Vehicle Data: Ask the Owner for the Battery Capacity');
        await mini.waitFor({ timeout: 8000 });
      };
      // VS Code closes a list when its window loses the focus, which a browser tab that has just closed may take late.
      await listed().catch(listed);
      const texts = await offered.allTextContents();
      const opened = window.page.context().waitForEvent('page');
      await mini.click();
      return { texts, page: await opened };
    };
    const back = async (page: Page) => {
      await page.waitForURL(/vehicle_id=/);
      const heading = await page.getByRole('heading').first().innerText();
      await page.close();
      await window.page.bringToFront();
      return heading;
    };

    // VS Code shows no more than three messages, and those of earlier tests may still be there.
    await window.runCommand('Notifications: Clear All Notifications');
    // Whoever comes back by the address alone, as the service sends them in a trouble of its own.
    const refused = await ask();
    const redirectUri = new URL(refused.page.url()).searchParams.get('redirect_uri') ?? '';
    await refused.page.goto(`${redirectUri}?error=server_error`);
    assert.equal(await refused.page.getByRole('heading').first().innerText(), 'The choice was not made');
    await refused.page.close();
    await window.page.bringToFront();
    const told = window.notification(/The choice was not made: .* internal error\. .*Ask again when/);
    const opened = window.page.context().waitForEvent('page');
    await told.getByRole('button', { name: 'Try Again' }).click();
    await (await opened).getByRole('button', { name: "I don't know" }).click();
    await back(await opened);
    // A message that comes while the window has no focus yet may be put away at once: the list has it.
    await window.runCommand('Notifications: Show Notifications');
    await window.page
      .locator('.notifications-center')
      .getByText(/does not know the capacity/)
      .waitFor();
    await window.runCommand('Notifications: Clear All Notifications');

    const unknowing = await ask();
    const isOffered = ({ id }: VehicleFacts) => unknowing.texts.some((text) => text.includes(id));
    assert.equal(vehicles.filter(isOffered).length, unknowing.texts.length, unknowing.texts.join('\n'));
    assert.ok(vehicles.filter(isOffered).every(({ source }) => source !== 'SMARTCAR'));
    await unknowing.page.getByRole('button', { name: "I don't know" }).click();
    assert.equal(await back(unknowing.page), 'No battery capacity chosen');
    await window.notification(/does not know the capacity/).waitFor();
    await explorer.line(/^MINI .*capacity unknown/).waitFor();

    const { page } = await ask();
    const choice = page.getByRole('radio').first();
    const capacity = await choice.inputValue();
    await choice.check();
    await page.getByRole('button', { name: 'Use this capacity' }).click();
    assert.equal(await back(page), 'Battery capacity chosen');
    await explorer.line(new RegExp(`^MINI .*${capacity} kWh, chosen by the owner`)).waitFor();
  });

  it('leads the owner to where the sign-in with the maker is put right, and reads on from there', async () => {
    await window.runCommand('Vehicle Data: Inject Sandbox Fault');
    await window.quickInput.getByRole('option', { name: /AUTHENTICATION_FAILED/ }).click();
    await window.quickInput.getByRole('option', { name: /^Until removed/ }).click();
    await window.runCommand('Vehicle Data: Refresh Vehicles');
    const failed = explorer.line(/could not refresh/);
    await failed.first().waitFor();
    await window.screenshot(pictureFile('owner-page-failure'));
    // Whoever asks again is answered again, also where VS Code has put the first answer away.
    await window.runCommand('Notifications: Show Notifications');
    await window.runCommand('Notifications: Hide Notifications');
    await window.page.locator('.notification-toast').first().waitFor({ state: 'detached' });
    await window.runCommand('Vehicle Data: Refresh Vehicles');

    const toasts = window.page.locator('.notification-toast');
    const center = window.page.locator('.notifications-center');
    const visit = async (from: Locator) => {
      const opened = window.page.context().waitForEvent('page');
      // Not by the pointer: messages move while others come and go.
      await from.getByRole('button', { name: 'Open the Owner’s Page' }).first().dispatchEvent('click');
      return opened;
    };
    const back = async (page: Page, button: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/state=/);
      await page.waitForURL(/callback|proxy/);
      const heading = await page.getByRole('heading').first().innerText();
      await page.close();
      await window.page.bringToFront();
      return heading;
    };
    const first = await visit(toasts);
    await first.getByRole('heading', { name: /^Sign in to .* again$/ }).waitFor();
    await first.screenshot({ path: pictureFile('owner-page'), fullPage: true });
    assert.equal(await back(first, 'Cancel'), 'Not signed in');
    // What comes while another page is in front may be put away unseen; it is still in the list of messages.
    await window.runCommand('Notifications: Show Notifications');
    await center
      .getByText(/What was read before stays/)
      .first()
      .waitFor();
    assert.ok((await failed.count()) > 0);
    await window.runCommand('Notifications: Clear All Notifications');

    await window.runCommand('Vehicle Data: Refresh Vehicles');
    await window.runCommand('Notifications: Show Notifications');
    assert.equal(await back(await visit(center), 'Sign in again'), 'Signed in again');
    await failed.first().waitFor({ state: 'detached' });
  });

  it('takes a vehicle by hand where no list is allowed, checks what is typed, and reads it', async () => {
    const [vehicle] = vehicles.filter(({ records }) => records !== null);
    assert.ok(vehicle);
    await served.fault({ operation: 'vehicles', error: { type: 'PERMISSION', code: null } });
    await window.reload();
    await explorer.open();
    const problem = explorer.line(/Try again|permission/i).first();
    await problem.waitFor();
    await explorer.press(problem, /Add Vehicle by Hand/);
    const input = window.quickInput.getByRole('textbox');
    await input.fill(`${vehicle.id}：`);
    await window.quickInput.getByText(/U\+FF1A/).waitFor();
    await input.fill('not-a-uuid');
    await window.quickInput.getByText(/UUIDs/).waitFor();
    await input.fill(vehicle.id);
    await input.press('Enter');
    await window.quickInput.getByText(/charge records/).waitFor();
    await input.fill(vehicle.make);
    await window.quickInput.getByText(new RegExp(`“${vehicle.make.toLowerCase()}”`)).waitFor();
    await input.press('Enter');
    await explorer.line(/^Battery capacity, [\d.]+ kWh/).waitFor();
    await explorer.line(new RegExp(`^Vehicle id, ${vehicle.id}`)).waitFor();
    await explorer.choose(explorer.vehicleLines.first(), 'Remove from View');
    await explorer.vehicleLines.first().waitFor({ state: 'detached' });
  });

  it('disconnects a vehicle after asking, and lists it no more', async () => {
    await window.reload();
    await explorer.open();
    await explorer.settled();
    const all = await names();
    await explorer.choose(explorer.vehicleLines.first(), 'Disconnect Vehicle…');
    await window.answerDialog('Cancel');
    await lists(all);
    await explorer.choose(explorer.vehicleLines.first(), 'Disconnect Vehicle…');
    await window.answerDialog('Disconnect');
    await explorer.vehicleLines
      .first()
      .getByText(all[1] ?? '', { exact: true })
      .waitFor();
    const [disconnected] = (await served.requests()).filter(({ method }) => method === 'DELETE');
    assert.equal(disconnected?.status, 200);
    await window.page.locator('.sidebar').getByRole('button', { name: 'Refresh Vehicles' }).click();
    await explorer.settled();
    await lists(all.slice(1));
  });
});
