import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Accounts } from './connected-account.ts';
import { ClientSecrets } from './settings/client-secrets.ts';
import { environmentCommandIds } from './command-ids.ts';
import { Environments, type SandboxAddresses, secretNames } from './settings/environments.ts';
import { userSettings } from './settings/user-settings.ts';

/** The sandbox of this machine, which another room manages. */
interface SandboxOfMachine {
  /** Starts the sandbox if it isn't running. */
  addresses(): Promise<SandboxAddresses>;
  /** Shows the status bar item of environment and sandbox, because they are now in use. */
  showStatus(): void;
}

/**
 * Builds the room: settings and secrets. Starts nothing.
 *
 * @param accounts the connected accounts, available once all rooms are built
 */
export function registerEnvironments(
  context: vscode.ExtensionContext,
  sandbox: SandboxOfMachine,
  accounts: () => Accounts,
) {
  const settings = userSettings();
  const secrets = new ClientSecrets(context.secrets, process.env, context.globalState, () => secretNames(settings));
  const environments = new Environments(settings, secrets, sandbox);
  const commands = lazy(async () =>
    (await import('./commands.ts')).environmentCommands({
      environments,
      settings,
      secrets,
      accounts: accounts(),
      extensionUri: context.extensionUri,
    }),
  );
  const registrations = environmentCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => {
      sandbox.showStatus();
      return (await commands())[id](argument);
    }),
  );
  return { environments, disposables: [...registrations, environments] };
}
