import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { AccountReader } from '../../service/model/account-reader.ts';
import type { AgentsDeps } from './agent-channel.ts';

const names = ['list_vehicles', 'get_nominal_capacity', 'get_charge_records'] as const;

/**
 * Registers what agents can use of this extension: tools in VS Code, the MCP server, and the channel for other agents.
 *
 * @param reader reads the accounts of the Vehicles view
 */
export function registerAgents(context: vscode.ExtensionContext, reader: AccountReader, deps: AgentsDeps) {
  const disposables: readonly vscode.Disposable[] = [
    ...languageModelTools(reader),
    mcpServer(context),
    ...otherAgents(context, deps),
  ];
  return { disposables };
}

/** The tools of `contributes.languageModelTools`. Their code is loaded with the first call. */
function languageModelTools(reader: AccountReader): vscode.Disposable[] {
  return names.map((name) => {
    const tool = async () => (await import('./language-model-tool.ts')).languageModelTool(reader, name);
    return vscode.lm.registerTool(`vehicle-data_${name}`, {
      prepareInvocation: async () => (await tool()).prepareInvocation(),
      invoke: async (...call) => (await tool()).invoke(...call),
    });
  });
}

/**
 * Registers `vehicle-data-mcp` with VS Code, using the sandbox that its windows share. VS Code starts the server when a
 * chat needs it.
 */
function mcpServer({ extensionUri, globalStorageUri, extension }: vscode.ExtensionContext) {
  const { version } = extension.packageJSON as { version: string };
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.js').fsPath;
  return vscode.lm.registerMcpServerDefinitionProvider('vehicle-data.sandbox', {
    provideMcpServerDefinitions: () => [
      new vscode.McpStdioServerDefinition(
        'Vehicle Data Sandbox',
        process.execPath,
        [script, '--sandbox-folder', globalStorageUri.fsPath],
        // VS Code's own executable is Electron, which needs this to run as Node.
        { ELECTRON_RUN_AS_NODE: '1' },
        version,
      ),
    ],
  });
}

/** The command that sets up agents outside VS Code, and the channel through which they reach accounts. */
function otherAgents(context: vscode.ExtensionContext, deps: AgentsDeps): vscode.Disposable[] {
  const channel = lazy(async () => {
    const { AgentChannel } = await import('./agent-channel.ts');
    return new AgentChannel(deps, context);
  });
  const follow = async () => void (await channel()).follow();
  // Deferred until activation has finished, because agents can wait.
  setImmediate(() => void follow());
  return [
    vscode.commands.registerCommand('vehicleData.setUpAgents', async () => (await channel()).setUp.run()),
    deps.accounts.onDidChange(() => void follow()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && void channel.peek()?.then((each) => each.touch())),
    { dispose: () => void channel.peek()?.then((each) => each.dispose()) },
  ];
}
