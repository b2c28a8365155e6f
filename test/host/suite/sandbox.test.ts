import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** The sandbox that these tests are given: the extension uses it, and may neither start nor stop it. */
const controlUrl = process.env.VEHICLE_DATA_SANDBOX_URL ?? '';

const run = (command: string) => vscode.commands.executeCommand(`vehicleData.${command}`);

describe('the sandbox, through commands,', () => {
  after(() => run('resumeSandboxClock'));

  it('has its clock frozen and let go, and is not stopped by a window that it was given to', async () => {
    for (const [command, isFrozen] of [
      ['startSandbox', false],
      ['stopSandbox', false],
      ['freezeSandboxClock', true],
      ['resumeSandboxClock', false],
    ] as const) {
      await run(command);
      const { frozen } = (await (await fetch(`${controlUrl}/`)).json()) as { readonly frozen: boolean };
      assert.equal(frozen, isFrozen, command);
    }
  });
});
