import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import { asServiceError } from '../../../service/model/errors.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { window } from '../../window/window.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';

const { l10n } = vscode;

/** Ends the application's access to a vehicle, after a confirmation: only its owner can grant it again. */
export async function disconnectVehicle(ask: AskVehicle, argument?: TreeNode | CommandArgument): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Disconnect'));
  if (!entry) return;
  const { value } = entry.attributes;
  const name = value ? vehicleName(value) : plainText(entry.id, 100);
  const confirm = l10n.t('Disconnect');
  const detail = l10n.t(
    'Your application loses access to this vehicle ({0}). Only the owner can grant it again, by connecting.',
    plainText(entry.id, 80),
  );
  const message = l10n.t('Disconnect {0} from your application?', name);
  if ((await window.showWarningMessage(message, { modal: true, detail }, confirm)) !== confirm) return;
  try {
    const location = { viewId: 'vehicleData.vehicles' };
    await window.withProgress({ location }, () => entry.account.disconnect(entry.id));
    window.setStatusBarMessage(l10n.t('{0} disconnected', name), 5000);
  } catch (thrown) {
    ask.report([asServiceError(thrown)]);
  }
}
