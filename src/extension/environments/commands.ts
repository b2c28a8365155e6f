import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import { helpPage, helpPages, type HelpPage } from '../../common/help-page.ts';
import { accountsOf, type Accounts } from './connected-account.ts';
import { askNewEnvironment } from './edit/add-environment.ts';
import type { ClientSecrets } from './settings/client-secrets.ts';
import { editEnvironment, type Editable } from './edit/edit-environment.ts';
import {
  addressField,
  apiVersions,
  type EnvironmentEntry,
  versionsOf,
  withPreset,
  isSandboxEnvironment,
  sandboxEnvironment,
} from './settings/environment-entry.ts';
import { secretText } from './edit/environment-texts.ts';
import type { ApiVersion } from '../../service/model/environment.ts';
import { type Environments, secretName } from './settings/environments.ts';
import { quickInput, validation } from './edit/guided-input.ts';
import { pickEnvironment } from './edit/pick-environment.ts';
import type { WritableEnvironmentSettings } from './settings/user-settings.ts';
import { checkSecret } from './settings/environment-checks.ts';
import { endText } from '../../service/model/end-of-version-2.ts';
import { Previews } from '../window/previews.ts';
import { window } from '../window/window.ts';
import { t } from '../../common/translate.ts';

/** The argument that automation passes. */
interface EnvironmentArgument {
  readonly environment?: string;
  /** The version that the secret is for. */
  readonly version?: ApiVersion;
  /** The field to ask for, instead of showing the list of all fields. */
  readonly field?: Editable;
  /** The help page to open. */
  readonly page?: HelpPage;
}

/** The commands for environments, by id. Each also works without arguments: it then asks the user. */
export function environmentCommands(
  environments: Environments,
  settings: WritableEnvironmentSettings,
  secrets: ClientSecrets,
  accounts: Accounts,
  extensionUri: vscode.Uri,
) {
  const { l10n } = vscode;
  let help: Previews | undefined;

  async function choices(names: readonly string[]) {
    const all = await accounts.list().catch(() => []);
    const current = environments.current();
    return Promise.all(
      names.map(async (name) => ({
        name,
        isSelected: name === current,
        setting: settings.entries()[name],
        hasSecret: (await Promise.all(versionsOf(entryOf(name)).map((version) => hasSecret(name, version)))).includes(
          true,
        ),
        accounts: all.filter(({ environment }) => environment === name).length,
      })),
    );
  }

  const hasSecret = (name: string, version: ApiVersion) => secrets.has(secretName(name, version));

  const entryOf = (name: string) => withPreset(name, settings.entries()[name]);

  /** The current value in the settings, even if it is invalid. */
  function authUrlOf(name: string, version: ApiVersion): string | undefined {
    const authUrl: unknown = entryOf(name)[addressField('authUrl', version)];
    return typeof authUrl === 'string' ? authUrl : undefined;
  }

  const setSecret = (name: string, version: ApiVersion, secret: string) =>
    secrets.set(secretName(name, version), secret, authUrlOf(name, version));

  const own = () => environments.names().filter((name) => !isSandboxEnvironment(name));

  async function pickOwn(title: string): Promise<string | undefined> {
    const picked = await pickEnvironment(await choices(own()), { title, canAdd: false });
    return picked?.kind === 'chosen' ? picked.name : undefined;
  }

  async function selectEnvironment({ environment: named }: EnvironmentArgument = {}): Promise<void> {
    const title = l10n.t('Select Environment');
    const picked =
      named === undefined
        ? await pickEnvironment(await choices(environments.names()), { title, canAdd: true })
        : ({ kind: 'chosen', name: named } as const);
    if (picked?.kind === 'add') return addEnvironment();
    if (picked?.kind === 'edit') await editEnvironmentOf({ environment: picked.name });
    if (picked?.kind !== 'chosen') return;
    if (environments.names().includes(picked.name)) return settings.select(picked.name);
    const add = l10n.t('Add Environment');
    void window
      .showErrorMessage(t('There is no environment named “{0}”.', picked.name), add)
      .then((pressed) => (pressed === add ? addEnvironment() : undefined));
  }

  async function addEnvironment(): Promise<void> {
    const added = await askNewEnvironment(quickInput, Object.keys(settings.entries()));
    if (!added) return;
    const { name, entry, secrets: typed } = added;
    const whole = withPreset(name, entry);
    for (const version of apiVersions) {
      const url = whole[addressField('authUrl', version)];
      if (typed[version]) await secrets.set(secretName(name, version), typed[version], url);
    }
    await settings.write(name, entry);
    await settings.select(name);
    void tellAdded(name, whole);
  }

  /** Tells the user what is left to do, with buttons for two of the steps. */
  async function tellAdded(name: string, { redirectUri = '' }: EnvironmentEntry): Promise<void> {
    const connect = l10n.t('Connect Now');
    const copy = l10n.t('Copy Redirect URI');
    const message = t(
      'Environment “{0}” added and selected. Register exactly {1} as a redirect URI of your application, then connect an owner.',
      name,
      redirectUri,
    );
    const pressed = await window.showInformationMessage(message, connect, copy);
    if (pressed === connect) await vscode.commands.executeCommand('vehicleData.connect', { environment: name });
    if (pressed === copy) await vscode.env.clipboard.writeText(redirectUri);
  }

  /** The environment that an argument names; for a line of a tree, the selected one. */
  function named(argument: EnvironmentArgument | undefined): string | undefined {
    return argument && !('environment' in argument) ? environments.current() : argument?.environment;
  }

  /** True if something was changed. */
  async function editEnvironmentOf(argument?: EnvironmentArgument): Promise<true | undefined> {
    const name = named(argument) ?? (await pickOwn(l10n.t('Select Environment to Edit')));
    if (name === undefined) return undefined;
    if (isSandboxEnvironment(name)) {
      void window.showInformationMessage(l10n.t('The sandbox has no settings to edit.'));
      return undefined;
    }
    let isChanged: true | undefined;
    const edited = {
      name,
      entry: () => (settings.entries()[name] ?? {}) as EnvironmentEntry,
      hasSecret: (version: ApiVersion) => hasSecret(name, version),
      accounts: (await accountsOf(accounts, name)).length,
      save: (entry: EnvironmentEntry) => {
        isChanged = true;
        return settings.write(name, entry);
      },
      saveSecret: (secret: string, version: ApiVersion) => {
        isChanged = true;
        return setSecret(name, version, secret);
      },
      remove: () => removeEnvironment(name),
    };
    await editEnvironment(edited, quickInput, argument?.field);
    return isChanged;
  }

  async function removeEnvironment(name: string): Promise<void> {
    const detail = l10n.t(
      'This deletes its settings and client secrets. Its accounts stay in the Accounts menu until you sign out.',
    );
    const message = t('Remove the environment “{0}”?', name);
    if (!(await window.confirm(message, l10n.t('Remove'), detail))) return;
    if (environments.current() === name) await settings.select(sandboxEnvironment);
    await settings.write(name, undefined);
    for (const version of apiVersions) await secrets.forget(secretName(name, version));
    void window.showInformationMessage(t('Environment “{0}” removed', name));
  }

  /** True if a secret was stored. */
  async function setClientSecret(argument?: EnvironmentArgument): Promise<true | undefined> {
    const name = named(argument) ?? (await pickOwn(l10n.t('Select Environment for the Client Secret')));
    if (name === undefined) return undefined;
    const version = argument?.version ?? (await pickVersion(name));
    if (version === undefined) return undefined;
    const { label, prompt } = secretText(version);
    const secret = await window.showInputBox({
      title: t('{0} of “{1}”', label, name),
      prompt,
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => {
        if (!text.trim()) return l10n.t('Paste the client secret.');
        const remark = checkSecret(text, entryOf(name), version);
        return remark && validation(remark);
      },
    });
    if (!secret?.trim()) return undefined;
    await setSecret(name, version, secret.trim());
    void window.showInformationMessage(t('Client secret of “{0}” stored', name));
    return true;
  }

  /** The version whose secret is meant. */
  async function pickVersion(name: string): Promise<ApiVersion | undefined> {
    const versions = versionsOf(entryOf(name));
    if (versions.length === 1) return versions[0];
    const items = versions.map((version) => ({ label: secretText(version).label, version }));
    return (await window.showQuickPick(items, { title: l10n.t('Select a Client Secret') }))?.version;
  }

  /** A failure that says that version 2.0 is off names no page. */
  async function openHelp({ page: wanted }: EnvironmentArgument = {}): Promise<void> {
    const page = wanted ?? 'version-2';
    if (!helpPages.includes(page)) return;
    const uri = vscode.Uri.joinPath(extensionUri, helpPage(page, vscode.env.language));
    if (page === 'version-2') return showVersion2(uri, wanted === undefined);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  /** Shows the page with what is so on the day on which it is opened. */
  async function showVersion2(uri: vscode.Uri, isOff: boolean): Promise<void> {
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const today = endText(now(), vscode.env.language, isOff);
    await (help ??= new Previews('vehicle-data-help')).show('version-2.md', text.replace('<!-- today -->', today));
  }

  return {
    'vehicleData.selectEnvironment': selectEnvironment,
    'vehicleData.addEnvironment': addEnvironment,
    'vehicleData.editEnvironment': editEnvironmentOf,
    'vehicleData.setClientSecret': setClientSecret,
    'vehicleData.openHelp': openHelp,
  };
}
