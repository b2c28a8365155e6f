import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VehicleDataApi } from '../../../src/extension/api.ts';

const id = 'vehicle-data.vehicle-data-explorer';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

function extension(): vscode.Extension<VehicleDataApi> {
  const found = vscode.extensions.getExtension<VehicleDataApi>(id);
  assert.ok(found, `${id} is not there`);
  return found;
}

/** What every fetch of this process goes through, in each version of undici. */
function globalDispatchers(): unknown[] {
  const slots = globalThis as unknown as Record<symbol, unknown>;
  return [slots[Symbol.for('undici.globalDispatcher.1')], slots[Symbol.for('undici.globalDispatcher.2')]];
}

describe(`the extension in VS Code ${vscode.version}`, () => {
  const before = globalDispatchers();

  it('exports its API', async () => {
    const api = await extension().activate();
    assert.equal(api.version, 2);
  });

  it('registers each command that it contributes, and contributes each that it registers', async () => {
    await extension().activate();
    const { activationEvents, contributes } = extension().packageJSON as Manifest;
    // VS Code makes these itself for each view: focus, open, resetViewLocation, toggleVisibility, ...
    const views = Object.values(contributes.views)
      .flat()
      .map((view) => `${view.id}.`);
    const registered = (await vscode.commands.getCommands(true)).filter(
      (command) => command.startsWith('vehicleData.') && !views.some((view) => command.startsWith(view)),
    );
    const called = activationEvents.flatMap((event) => /^onCommand:(.+)/.exec(event)?.[1] ?? []);
    const all = new Set([...contributes.commands.map(({ command }) => command), ...called]);
    assert.deepEqual(registered.sort(), [...all].sort());
  });

  it('reads nothing through its API for a session that is none', async () => {
    const api = await extension().activate();
    await assert.rejects(api.forSession({ accessToken: '' }));
  });

  it('leaves the fetch of all other extensions as it was, on activation and on first use', async () => {
    await extension().activate();
    await vscode.commands.executeCommand('vehicleData.refresh');
    const after = globalDispatchers();
    assert.equal(after[0], before[0]);
    assert.equal(after[1], before[1]);
  });
});
