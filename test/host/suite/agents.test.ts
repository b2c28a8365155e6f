import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** VS Code's own client of the Model Context Protocol: another implementation than the SDK's. */
describe('the tools for agents, in VS Code,', () => {
  const named = (end: string) => vscode.lm.tools.find(({ name }) => name.endsWith(end));
  const ask = async (end: string, input: object) => {
    const name = named(end)?.name ?? assert.fail(`${end} of ${vscode.lm.tools.map((each) => each.name).join(', ')}`);
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return JSON.stringify(content);
  };

  it('are there for models, as the manifest declares them', () => {
    for (const name of ['list_vehicles', 'get_nominal_capacity', 'get_charge_records']) {
      assert.ok(named(`vehicle-data_${name}`), name);
    }
  });

  // Version 1.105 starts no server of an extension where there is no chat.
  if (vscode.version.startsWith('1.105.')) return;

  it('come from the server that the extension tells of, and read the sandbox of its windows', async () => {
    await vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer')?.activate();
    // Its window learns of the server, and of what it offers, a moment after the extension has told.
    const server = 'vehicle-data.vehicle-data-explorer/Vehicle Data Sandbox';
    while (!named('_sandbox_status')) {
      // Whoever presses Start above a server's definition trusts it likewise.
      await vscode.commands.executeCommand('workbench.mcp.startServer', server, { autoTrustChanges: true });
    }
    assert.match(await ask('_sandbox_status', {}), /controlUrl.*localhost/);
    assert.match(await ask('_list_rules', { about: 'refresh then never' }), /token\.refresh-minute/);
  });
});
