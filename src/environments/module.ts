import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import type { Accounts } from './accounts.ts';
import { ClientSecrets } from './client-secrets.ts';
import { environmentCommandIds } from './command-ids.ts';
import { ConfiguredEnvironments } from './configured-environments.ts';
import type { Environments } from './environments.ts';
import { openSandboxDoor } from '../sandbox-view/sandbox-door.ts';
import type { Sandbox } from '../sandbox-view/sandbox.ts';
import { userSettings } from './settings/setting-store.ts';

export interface EnvironmentsModule {
  readonly environments: Environments;
  readonly disposables: readonly Disposable[];
}

/**
 * Builds the room: settings, secrets and the sandbox of this machine. Starts nothing.
 *
 * @param accounts those of the room above, which exist once all rooms are built
 */
export function createEnvironmentsModule(
  context: vscode.ExtensionContext,
  log: Logger,
  accounts: () => Accounts,
): EnvironmentsModule {
  const secrets = new ClientSecrets(context.secrets, process.env);
  let opened: Promise<Sandbox> | undefined;
  const sandbox = () =>
    (opened ??= import('../sandbox-view/sandbox-room.ts').then(({ openSandbox }) => openSandbox(context, log)));
  const settings = userSettings();
  const addresses = async () => (await sandbox()).addresses();
  const environments = new ConfiguredEnvironments(settings, secrets, { addresses }, vscode.l10n.t);
  const commands = () =>
    import('./commands.ts').then((room) =>
      room.environmentCommands({
        environments,
        settings,
        secrets,
        accounts: accounts(),
        extensionUri: context.extensionUri,
      }),
    );
  const door = openSandboxDoor(environments, sandbox, accounts, context.extension.extensionKind);
  const registrations = environmentCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => {
      door.open();
      return (await commands())[id](argument);
    }),
  );
  // What a person has written by hand is looked at once VS Code has started.
  const watched = nextTurn().then(async () => {
    const { watchSettings } = await import('./settings/watch-settings.ts');
    return watchSettings(settings, context.globalState);
  });
  const lastly = {
    dispose() {
      void opened?.then((each) => each.dispose());
      void watched.then((each) => void each.dispose());
    },
  };
  return { environments, disposables: [...registrations, door, environments, lastly] };
}
