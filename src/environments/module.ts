import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import { ClientSecrets } from './client-secrets.ts';
import { environmentCommandIds } from './command-ids.ts';
import { ConfiguredEnvironments } from './configured-environments.ts';
import type { EnvironmentSettings } from './configured-environments.ts';
import type { Environments } from './environments.ts';
import { openSandboxDoor } from './sandbox-door.ts';
import type { Sandbox } from './sandbox.ts';

export interface EnvironmentsModule {
  readonly environments: Environments;
  readonly disposables: readonly Disposable[];
}

/** Builds the room: settings, secrets and the sandbox of this machine. Starts nothing. */
export function createEnvironmentsModule(context: vscode.ExtensionContext, log: Logger): EnvironmentsModule {
  const secrets = new ClientSecrets(context.secrets, process.env);
  let opened: Promise<Sandbox> | undefined;
  const sandbox = () => (opened ??= import('./sandbox-room.ts').then(({ openSandbox }) => openSandbox(context, log)));
  const environments = new ConfiguredEnvironments(userSettings(), secrets, {
    addresses: async () => (await sandbox()).addresses(),
  });
  const commands = () => import('./commands.ts').then((room) => room.environmentCommands(environments, secrets));
  const registrations = environmentCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => (await commands())[id](argument)),
  );
  const door = openSandboxDoor(environments, sandbox);
  const lastly = { dispose: () => void opened?.then((each) => each.dispose()) };
  return { environments, disposables: [...registrations, door, environments, lastly] };
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
