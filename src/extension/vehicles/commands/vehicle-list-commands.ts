import * as vscode from 'vscode';
import { askVehicleId, whyNot } from './ask-id.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { asServiceError } from '../../../service/model/errors.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import { ownerOf } from '../explorer/node-owner.ts';
import { Account } from '../data/account.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** The commands that change the list of vehicles: pin, add by hand, remove, disconnect. */
export function vehicleListCommands(ask: AskVehicle, reveal: (vehicle: VehicleEntry) => Promise<void>) {
  async function setPinned(argument: TreeNode | CommandArgument | undefined, isPinned: boolean): Promise<void> {
    const title = isPinned ? l10n.t('Select Vehicle to Pin') : l10n.t('Select Vehicle to Unpin');
    const entry = await ask.vehicle(argument, title);
    entry?.account.setPinned(entry.id, isPinned);
  }

  /** Adds a vehicle by its id, for when the service's list fails or is long. */
  async function add(argument?: TreeNode | CommandArgument): Promise<void> {
    const title = l10n.t('Add Vehicle by Hand');
    const isLine = argument !== undefined && isNode(argument);
    const owner = isLine ? ownerOf(argument) : undefined;
    const account = owner instanceof Account ? owner : await ask.account(title, owner);
    if (!account) return;
    const id = (isLine ? undefined : argument?.vehicleId) ?? (await askVehicleId(title));
    if (id === undefined) return;
    const problem = whyNot('vehicle ID', id);
    if (problem !== undefined) return void window.showErrorMessage(problem);
    const entry = account.vehicle(id) ?? account.add(id);
    if (entry) await reveal(entry);
  }

  /** Removes a vehicle that was added by hand from the view, without a request to the service. */
  async function remove(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Remove'));
    entry?.account.forget(entry.id);
  }

  /** Ends the application's access to a vehicle, after a confirmation: only its owner can grant it again. */
  async function disconnect(argument?: TreeNode | CommandArgument): Promise<void> {
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

  return { setPinned, add, remove, disconnect };
}
