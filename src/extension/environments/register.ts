import * as vscode from 'vscode';
import { systemClock as clock } from '../../common/clock.ts';
import { lazy } from '../../common/lazy.ts';
import type { Accounts } from './connected-account.ts';
import { ClientSecrets } from './settings/client-secrets.ts';
import { environmentCommandIds } from './command-ids.ts';
import { ConfiguredEnvironments, secretNames } from './settings/configured-environments.ts';
import type { SandboxAddresses } from './settings/presets.ts';
import { userSettings } from './settings/user-settings.ts';

/** True if the settings have an environment, for the `when` of the commands that edit one. */
const ownKey = 'vehicleData.hasOwnEnvironments';

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
  const environments = new ConfiguredEnvironments(settings, secrets, sandbox);
  const commands = lazy(async () =>
    (await import('./commands.ts')).environmentCommands({
      environments,
      settings,
      secrets,
      accounts: accounts(),
      extensionUri: context.extensionUri,
      clock,
    }),
  );
  const offer = async () => {
    await accounts().inUse;
    if (Object.keys(settings.entries()).length < 2) return;
    await (await import('./edit/join-environments.ts')).offerToJoin(settings, context.globalState);
  };
  // Only now are all rooms built.
  setImmediate(() => void offer());
  const registrations = environmentCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => {
      sandbox.showStatus();
      return (await commands())[id](argument);
    }),
  );
  // The sandbox has nothing to edit: without an environment of one's own, the palette lacks the commands that edit one.
  const followOwn = () =>
    void vscode.commands.executeCommand('setContext', ownKey, Object.keys(settings.entries()).length > 0);
  followOwn();
  return { environments, disposables: [...registrations, environments, settings.onDidChange(followOwn)] };
}
