import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { doMainJob } from './main-job.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesByService, vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

describe('the packaged extension', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-tests', process.env[vsixVariable] ?? '');
  });
  after(() => served?.stop());

  beforeEach(async () => {
    window = await served.newWindow();
  });
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this));
    await window.page.context().close();
  });

  it('leads from the first click to the charge records, and shows what the sandbox holds', async () => {
    const expected = await vehiclesInSandbox(served.sandbox);
    const { vehicles } = await doMainJob(window, (id) =>
      expected.some((each) => each.id === id && each.records !== null),
    );
    assert.deepEqual(vehicles, expected);
    assert.deepEqual(await vehiclesByService(served.sandbox, expected), expected);
  });

  it('says so when the owner denies, lets the person try again, and leaves the keyboard in the view', async () => {
    const explorer = new Explorer(window);
    await explorer.open();
    const consent = await explorer.pressConnect();
    assert.equal(await consent.deny(), 'Not connected');
    const refusal = window.notification(/denied/i);
    assert.equal(await refusal.getByRole('button', { name: 'Connect Again' }).count(), 0);
    await refusal.getByRole('button', { name: 'Try Again' }).waitFor();
    await explorer.connectButton.waitFor();
    assert.equal(await explorer.vehicleLines.count(), 0);

    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await explorer.hasFocus();
    // The line of the tokens, then the first vehicle.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await window.page.keyboard.press(key);
    await explorer.line(/^Charge records/).waitFor();
  });

  it('keeps the records on screen through a sign-out, and reads on when the account is connected again', async () => {
    const explorer = new Explorer(window);
    const viewer = new Viewer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    const [vehicle] = (await vehiclesInSandbox(served.sandbox)).filter(({ records }) => records !== null);
    const seen = (await explorer.readVehicles()).find(({ id }) => id === vehicle?.id);
    assert.ok(vehicle && seen);
    await explorer.clickChargeRecords(seen.name);
    await viewer.firstRow(seen);

    await window.runCommand('Vehicle Data: Sign Out');
    await window.answerDialog('Sign Out');
    await explorer.connectButton.waitFor();
    await viewer.reload();
    assert.match(await viewer.failure(), /signed out[^]*Showing records from/);
    assert.equal(await viewer.readCount('error'), vehicle.records);
    const consent = await viewer.pressReconnect();
    await consent.allow();
    assert.equal(await viewer.readCount(), vehicle.records);
  });

  it('is still connected after a reload of the window', async () => {
    const explorer = new Explorer(window);
    await explorer.open();
    const consent = await explorer.pressConnect();
    assert.equal(await consent.allow(), 'Access allowed');
    const before = await explorer.readVehicles();
    await window.reload();
    await explorer.open();
    assert.deepEqual(await explorer.readVehicles(), before);
  });

  it('shows an account whose key stayed in another browser as locked, and connects it again', async () => {
    const before = new Explorer(window);
    await before.open();
    await (await before.pressConnect()).allow();
    await before.settled();
    await window.page.context().close();

    window = await served.newWindow({ keepsSessions: true });
    const explorer = new Explorer(window);
    await explorer.open();
    const problem = explorer.line(/secret storage of this machine can’t be read/);
    await problem.waitFor();
    assert.equal(await explorer.vehicleLines.count(), 0);
    const opened = window.page.context().waitForEvent('page');
    await explorer.press(problem, /^Connect Again/);
    assert.equal(await explorer.consent(await opened).allow(), 'Access allowed');
    await explorer.settled();
    assert.equal(await problem.count(), 0);
    assert.equal(await explorer.line(/^Tokens/).count(), 1, 'it is the same account');
  });
});
