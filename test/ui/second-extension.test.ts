import assert from 'node:assert/strict';
import type { ProbeReport, SessionReport, SpeedReport } from '../host/probe/main.ts';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { packageProbe } from './probe.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';

/** Reads what the probe says, and takes it off the screen. */
async function reportOf<T>(window: Workbench): Promise<T> {
  const toast = window.notification(/probe \{|probe failed/);
  const text = await toast.locator('.notification-list-item-message').innerText();
  await toast.hover();
  await toast.getByRole('button', { name: /^Clear Notification/ }).click();
  return JSON.parse(text.replace(/^probe /, '')) as T;
}

describe('a second extension', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-second', process.env[vsixVariable] ?? '', {
      beside: [await packageProbe()],
    });
    window = await served.newWindow();
    const explorer = new Explorer(window);
    await explorer.open();
    await explorer.connectButton.waitFor();
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this));
  });

  it('gets the typed API by activating this one, empty before anyone is connected', async () => {
    await window.runCommand('Probe: Read Through the API');
    const { version, keys, vehicles, nextStep } = await reportOf<ProbeReport>(window);
    assert.equal(version, 1);
    assert.deepEqual(keys, ['chargeRecords', 'nominalCapacity', 'vehicles', 'version']);
    assert.deepEqual(vehicles, []);
    assert.match(nextStep, /connect/i);
  });

  it('reads vehicles, capacities and charge records of the connected account', async () => {
    const explorer = new Explorer(window);
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await window.runCommand('Probe: Read Through the API');
    const { vehicles, capacityFields } = await reportOf<ProbeReport>(window);
    // And not the address of the owner's choice, which holds a token.
    assert.deepEqual(capacityFields, ['canChoose', 'candidates', 'case', 'nominal']);
    const expected = await vehiclesInSandbox(served.sandbox);
    assert.deepEqual(
      vehicles.map(({ id, records }) => [id, records]),
      expected.map(({ id, records }) => [id, records ?? 0]),
    );
    for (const { id, capacity } of expected) {
      const read = vehicles.find((vehicle) => vehicle.id === id)?.capacity;
      if (capacity !== null) assert.match(read ?? '', /^(determined|selected)/);
    }
  });

  it('gets a token only when the person says yes, and then one that the service takes', async () => {
    await window.runCommand('Probe: Ask for a Session');
    await window.dialog.waitFor();
    assert.match(await window.dialog.innerText(), /Probe/);
    await window.answerDialog('Allow');
    await window.quickInput.getByRole('option', { name: /sandbox/ }).click();
    const { silently, scopes, account, status } = await reportOf<SessionReport>(window);
    assert.equal(silently, false);
    assert.ok(scopes.includes('read_vehicle_info'));
    assert.match(account, /sandbox/i);
    assert.equal(status, 200);

    await window.runCommand('Probe: Ask for a Session');
    assert.equal((await reportOf<SessionReport>(window)).silently, true);
  });

  it('gets a fresh session from what is known, without a request', async () => {
    const before = (await served.requests()).length;
    await window.runCommand('Probe: Measure a Session');
    const { calls, ours, floor } = await reportOf<SpeedReport>(window);
    console.log(
      `      getSession, fresh: median ${ours.medianMs} ms, p95 ${ours.p95Ms} ms; ` +
        `of a provider that has nothing to do ${floor.medianMs} ms, ${floor.p95Ms} ms ` +
        `(${calls} calls of each, in turn, in the extension host)`,
    );
    assert.equal((await served.requests()).length, before);
  });
});
