import * as vscode from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import type { EnvironmentChoice } from './environment-choices.ts';
import { window } from '../../window/window.ts';

/** The user's choice: an environment to use, one to edit, or a new one. */
export type PickedEnvironment = { readonly kind: 'chosen' | 'edit'; readonly name: string } | { readonly kind: 'add' };

/** Shows the quick pick of environments; undefined if it was closed. */
export function pickEnvironment(
  choices: readonly EnvironmentChoice[],
  { title, canAdd }: { readonly title: string; readonly canAdd: boolean },
): Promise<PickedEnvironment | undefined> {
  const { l10n, ThemeIcon } = vscode;
  const { promise, resolve } = withResolvers<PickedEnvironment | undefined>();
  const pick = window.createQuickPick<vscode.QuickPickItem & { readonly outcome?: PickedEnvironment }>();
  const edit: vscode.QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit Environment') };
  const items = choices.map(({ name, label, description, detail, icon, isEditable }) => ({
    label,
    description,
    detail,
    iconPath: new ThemeIcon(icon),
    buttons: isEditable && canAdd ? [edit] : [],
    outcome: { kind: 'chosen', name } as const,
  }));
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
