import * as vscode from 'vscode';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** Filters while the user types; Escape restores the previous filter. */
export function filterVehicles(explorer: { filter: string }): Promise<void> {
  const before = explorer.filter;
  const input = window.createInputBox();
  input.title = l10n.t('Filter Vehicles');
  input.placeholder = l10n.t('Make, model, year or ID');
  input.value = before;
  let isKept = false;
  input.onDidChangeValue((typed) => (explorer.filter = typed.trim()));
  input.onDidAccept(() => {
    isKept = true;
    input.hide();
  });
  return new Promise((resolve) => {
    input.onDidHide(() => {
      if (!isKept) explorer.filter = before;
      input.dispose();
      resolve();
    });
    input.show();
  });
}
