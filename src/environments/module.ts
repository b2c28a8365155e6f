import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import { ClientSecrets } from './client-secrets.ts';
import { ConfiguredEnvironments } from './configured-environments.ts';
import type { EnvironmentSettings } from './configured-environments.ts';
import type { Environments } from './environments.ts';
import type { Sandbox } from './sandbox.ts';

export interface EnvironmentsModule {
  readonly environments: Environments;
  readonly disposables: readonly Disposable[];
}

/** Apart from their code, which is loaded with the first one that runs. */
const commandIds = [
  'vehicleData.selectEnvironment',
  'vehicleData.setClientSecret',
  'vehicleData.startSandbox',
  'vehicleData.stopSandbox',
] as const;

/** Builds the room: settings, secrets and the sandbox of this machine. Starts nothing. */
export function createEnvironmentsModule(context: vscode.ExtensionContext, log: Logger): EnvironmentsModule {
  const secrets = new ClientSecrets(context.secrets, process.env);
  let opened: Promise<Sandbox> | undefined;
  const sandbox = () => (opened ??= import('./open-sandbox.ts').then(({ openSandbox }) => openSandbox(context, log)));
  const sandboxAddresses = async () => (await sandbox()).addresses();
  const environments = new ConfiguredEnvironments(userSettings(), secrets, { addresses: sandboxAddresses });
  const commands = async () => {
    const { environmentCommands } = await import('./commands.ts');
    return environmentCommands(environments, secrets, await sandbox());
  };
  const registrations = commandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => (await commands())[id](argument)),
  );
  return {
    environments,
    disposables: [...registrations, environments, { dispose: () => void opened?.then((each) => each.dispose()) }],
  };
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
