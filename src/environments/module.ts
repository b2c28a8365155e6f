import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import { ClientSecrets } from './client-secrets.ts';
import { registerEnvironmentCommands } from './commands.ts';
import { ConfiguredEnvironments } from './configured-environments.ts';
import type { EnvironmentSettings } from './configured-environments.ts';
import type { Environments } from './environments.ts';
import { SandboxProcess } from './sandbox-process.ts';

export interface EnvironmentsModule {
  readonly environments: Environments;
  readonly disposables: readonly Disposable[];
}

/** Builds the room: settings, secrets and the sandbox of this machine. Starts nothing. */
export function createEnvironmentsModule(context: vscode.ExtensionContext, log: Logger): EnvironmentsModule {
  const secrets = new ClientSecrets(context.secrets, process.env);
  const sandbox = new SandboxProcess({
    script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.js').fsPath,
    folder: context.globalStorageUri.fsPath,
    controlUrl: process.env.VEHICLE_DATA_SANDBOX_URL,
    fetch: (...request) => globalThis.fetch(...request),
    log,
  });
  const environments = new ConfiguredEnvironments(userSettings(), secrets, sandbox);
  const commands = registerEnvironmentCommands(environments, secrets, sandbox);
  return { environments, disposables: [...commands, environments, sandbox] };
}

/** `application` scope, so a workspace can't redirect a token; read anew each time. */
function userSettings(): EnvironmentSettings {
  const settings = () => vscode.workspace.getConfiguration('vehicleData');
  return {
    selected: () => settings().get('environment', 'sandbox'),
    entries: () => settings().get('environments', {}),
    onDidChange: (listener) =>
      vscode.workspace.onDidChangeConfiguration((event) => {
        const ours = ['vehicleData.environment', 'vehicleData.environments'];
        if (ours.some((key) => event.affectsConfiguration(key))) listener();
      }),
  };
}
