import * as vscode from 'vscode';
import type { ClientSecrets } from './client-secrets.ts';
import { sandboxEnvironment } from './environments.ts';
import type { Environments } from './environments.ts';

/** The commands about environments, by id. Each works without arguments too; it then asks. */
export function environmentCommands(environments: Environments, secrets: ClientSecrets) {
  const { l10n, window } = vscode;

  async function pick(title: string, names: readonly string[]): Promise<string | undefined> {
    const current = environments.current();
    const items = names.map((label) => ({ label, description: label === current ? l10n.t('selected') : '' }));
    return (await window.showQuickPick(items, { title }))?.label;
  }

  async function selectEnvironment(argument?: { environment?: string }): Promise<void> {
    const title = l10n.t('Select an environment');
    const name = argument?.environment ?? (await pick(title, environments.names()));
    if (name === undefined) return;
    if (!environments.names().includes(name)) {
      const message = l10n.t('There is no environment named "{0}". Add it to the setting first.', name);
      void offerSettings(message);
      return;
    }
    const settings = vscode.workspace.getConfiguration('vehicleData');
    await settings.update('environment', name, vscode.ConfigurationTarget.Global);
  }

  async function offerSettings(message: string): Promise<void> {
    const open = l10n.t('Open Settings');
    if ((await window.showErrorMessage(message, open)) !== open) return;
    await vscode.commands.executeCommand('workbench.action.openSettings', 'vehicleData.environments');
  }

  async function setClientSecret(argument?: { environment?: string; clientSecret?: string }): Promise<void> {
    const others = environments.names().filter((name) => name !== sandboxEnvironment);
    const name = argument?.environment ?? (await pick(l10n.t('Set the client secret of which environment?'), others));
    if (name === undefined) return;
    const secret =
      argument?.clientSecret ??
      (await window.showInputBox({
        title: l10n.t('Client secret of "{0}"', name),
        prompt: l10n.t('It is kept in SecretStorage on this machine and sent to the token endpoint only.'),
        password: true,
        ignoreFocusOut: true,
        validateInput: (text) => (text.trim() ? undefined : l10n.t('Paste the client secret of the application.')),
      }));
    if (!secret?.trim()) return;
    await secrets.set(name, secret.trim());
    window.setStatusBarMessage(l10n.t('Client secret of "{0}" stored', name), 5000);
  }

  return {
    'vehicleData.selectEnvironment': selectEnvironment,
    'vehicleData.setClientSecret': setClientSecret,
  };
}
