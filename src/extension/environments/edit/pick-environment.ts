import * as vscode from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { t } from '../../../common/translate.ts';
import { checkEntry } from '../settings/environment-checks.ts';
import {
  addressField,
  type EnvironmentEntry,
  idFieldOf,
  versionsOf,
  withPreset,
  isSandboxEnvironment,
} from '../settings/environment-entry.ts';
import { window } from '../../window/window.ts';

/** What is known about an environment when it is offered. */
interface OfferedEnvironment {
  readonly name: string;
  readonly isSelected: boolean;
  /** The value in the setting, of any shape; undefined if there is none. */
  readonly setting: unknown;
  readonly hasSecret: boolean;
  readonly accounts: number;
}

/** The user's choice: an environment to use, one to edit, or a new one. */
type PickedEnvironment = { readonly kind: 'chosen' | 'edit'; readonly name: string } | { readonly kind: 'add' };

/** Shows the quick pick of environments; undefined if it was closed. */
export function pickEnvironment(
  offered: readonly OfferedEnvironment[],
  { title, canAdd }: { readonly title: string; readonly canAdd: boolean },
): Promise<PickedEnvironment | undefined> {
  const { l10n, ThemeIcon } = vscode;
  const { promise, resolve } = withResolvers<PickedEnvironment | undefined>();
  const pick = window.createQuickPick<vscode.QuickPickItem & { readonly outcome?: PickedEnvironment }>();
  const edit: vscode.QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit Environment') };
  const items = offered.map(({ name, isSelected, setting, hasSecret, accounts }) => {
    const isSandbox = isSandboxEnvironment(name);
    const entry = withPreset(name, setting);
    const lack = isSandbox ? '' : lackOf(entry, hasSecret);
    const connected = accounts === 1 ? t('1 account') : t('{0} accounts', accounts);
    const marks = [isSelected ? t('selected') : '', accounts > 0 ? connected : '', lack];
    return {
      label: name,
      description: marks.filter((mark) => mark !== '').join(' · '),
      detail: isSandbox ? t('Built-in copy of the API on this machine, with simulated vehicles.') : entry.baseUrl,
      iconPath: new ThemeIcon(lack !== '' ? 'warning' : isSandbox ? 'vm' : 'server-environment'),
      buttons: canAdd && !isSandbox ? [edit] : [],
      outcome: { kind: 'chosen', name } as const,
    };
  });
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const add = {
    label: l10n.t('Add Environment…'),
    iconPath: new ThemeIcon('add'),
    alwaysShow: true,
    outcome: { kind: 'add' } as const,
  };
  pick.title = title;
  pick.matchOnDetail = true;
  pick.items = canAdd ? [...items, separator, add] : items;
  pick.onDidAccept(() => resolve(pick.selectedItems[0]?.outcome));
  pick.onDidTriggerItemButton(({ item: { outcome } }) => {
    if (outcome?.kind === 'chosen') resolve({ kind: 'edit', name: outcome.name });
  });
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => pick.dispose());
}

/** The first thing that is missing to use it; empty if nothing is. */
function lackOf(entry: EnvironmentEntry, hasSecret: boolean): string {
  if (!entry[idFieldOf(entry)]) return t('Application ID missing');
  const addresses = versionsOf(entry).flatMap((version) =>
    (['authUrl', 'baseUrl'] as const).map((field) => entry[addressField(field, version)]),
  );
  if ([...addresses, entry.connectUrl].includes(undefined)) return t('address missing');
  if (checkEntry(entry)[0]?.severity === 'error') return t('invalid setting');
  return hasSecret ? '' : t('client secret missing');
}
