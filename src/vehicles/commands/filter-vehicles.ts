import * as vscode from 'vscode';
import { numberText } from '../../common/number-text.ts';
import { unreadVehicles } from '../data/read-names.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';

const { l10n, window } = vscode;

/** Filters while it is typed; Escape leaves the filter as it was. */
export function filterVehicles(
  directory: Pick<VehicleDirectory, 'accounts'>,
  explorer: { filter: string },
): Promise<void> {
  const before = explorer.filter;
  const input = window.createInputBox();
  input.title = l10n.t('Filter Vehicles');
  input.placeholder = l10n.t('Make, model, year or ID');
  input.value = before;
  let isKept = false;
  const unread = unreadVehicles(directory).length;
  if (unread > 0) {
    const count = numberText(unread, vscode.env.language);
    const tooltip = l10n.t('Read the names of {0} vehicles, to filter by them', count);
    input.buttons = [{ iconPath: new vscode.ThemeIcon('cloud-download'), tooltip }];
  }
  input.onDidTriggerButton(() => {
    isKept = true;
    input.hide();
    void vscode.commands.executeCommand('vehicleData.readNames');
  });
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
