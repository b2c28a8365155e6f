import * as vscode from 'vscode';
import { abortWith } from '../../common/abort-with.ts';
import { numberText } from '../../common/number-text.ts';
import type { ServiceError } from '../../service/model/errors.ts';
import { pageSize } from '../data/account.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { readNames, unreadVehicles } from '../data/read-names.ts';

const { l10n, window } = vscode;

/**
 * "Read the Names of All Listed Vehicles": a long list is read one vehicle at a time, since each costs a request. Names
 * are remembered, so this is worth it once. `report` is told what failed.
 */
export function readNamesCommand(directory: VehicleDirectory, report: (failures: readonly ServiceError[]) => void) {
  return async (): Promise<void> => {
    await directory.load();
    const vehicles = unreadVehicles(directory);
    const count = vehicles.length;
    if (count === 0) {
      void window.showInformationMessage(l10n.t('All listed vehicles already have names.'));
      return;
    }
    if (count > pageSize && !(await confirms(count))) return;
    const location = vscode.ProgressLocation.Notification;
    const title = l10n.t('Reading the names of {0} vehicles', numberText(count, vscode.env.language));
    const failures = await window.withProgress({ location, title, cancellable: true }, (progress, token) => {
      let before = 0;
      const told = (asked: number) => {
        progress.report({ message: `${asked}/${count}`, increment: (100 * (asked - before)) / count });
        before = asked;
      };
      return readNames(vehicles, told, abortWith(token));
    });
    report(failures);
  };
}

async function confirms(vehicles: number): Promise<boolean> {
  const count = numberText(vehicles, vscode.env.language);
  const read = l10n.t('Read Names');
  const detail = l10n.t('This sends {0} requests, which may count against your rate limit.', count);
  const message = l10n.t('Read the names of {0} vehicles?', count);
  return (await window.showWarningMessage(message, { modal: true, detail }, read)) === read;
}
