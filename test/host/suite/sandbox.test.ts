import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** The sandbox that these tests are given: the extension uses it, and may neither start nor stop it. */
const controlUrl = process.env.VEHICLE_DATA_SANDBOX_URL ?? '';

interface Overview {
  readonly now: string;
  readonly frozen: boolean;
  readonly vehicles: readonly { readonly id: string; readonly records: number | null }[];
}

async function get(path: string): Promise<unknown> {
  const response = await fetch(`${controlUrl}${path}`);
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

const overview = () => get('/') as Promise<Overview>;
const run = (command: string, argument?: object) => vscode.commands.executeCommand(`vehicleData.${command}`, argument);

describe('the sandbox, through commands,', () => {
  after(async () => {
    await fetch(`${controlUrl}/faults`, { method: 'DELETE' });
    await run('resumeSandboxClock');
  });

  it('is found by starting it, and not stopped by a window that it was given to', async () => {
    await run('startSandbox');
    await run('stopSandbox');
    assert.ok((await overview()).vehicles.length > 0);
  });

  it('has its clock advanced, frozen and let go', async () => {
    const before = Date.parse((await overview()).now);
    await run('advanceSandboxClock', { seconds: 3600 });
    assert.ok(Date.parse((await overview()).now) >= before + 3_600_000);
    await run('freezeSandboxClock');
    assert.equal((await overview()).frozen, true);
    await run('resumeSandboxClock');
    assert.equal((await overview()).frozen, false);
  });

  it('takes a fault, and lets go of it', async () => {
    const faults = async () => ((await get('/faults')) as { faults: { id: number; operation: string }[] }).faults;
    await run('injectSandboxFault', { fault: { operation: 'records', delayMs: 1, times: 3 } });
    const [fault] = await faults();
    assert.equal(fault?.operation, 'records');
    await run('removeSandboxFault', { subject: String(fault.id) });
    assert.deepEqual(await faults(), []);
  });

  it('adds a charge to a vehicle that has them', async () => {
    const recordsOf = async (id: string) => (await overview()).vehicles.find((each) => each.id === id)?.records;
    const vehicle = (await overview()).vehicles.find(({ records }) => records !== null);
    assert.ok(vehicle);
    await run('simulateCharge', { vehicleId: vehicle.id });
    assert.equal(await recordsOf(vehicle.id), (vehicle.records ?? 0) + 1);
  });
});
