import * as vscode from 'vscode';
import { plainText } from '../../common/plain-text.ts';
import { asServiceError } from '../../service/model/as-service-error.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import { isNode, ownerOf } from './ask-vehicle.ts';
import { Account } from '../data/account.ts';
import { makeName, vehicleName } from '../data/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';

const { l10n, window } = vscode;

/** Which vehicles are here, and which of them on top: pinning, adding by hand, removing, disconnecting. */
export class VehicleListCommands {
  readonly #ask: AskVehicle;
  readonly #explorer: { reveal(vehicle: VehicleEntry): Promise<void> };

  constructor(ask: AskVehicle, explorer: { reveal(vehicle: VehicleEntry): Promise<void> }) {
    this.#ask = ask;
    this.#explorer = explorer;
  }

  async setPinned(argument: TreeNode | CommandArgument | undefined, isPinned: boolean): Promise<void> {
    const title = isPinned ? l10n.t('Select Vehicle to Pin') : l10n.t('Select Vehicle to Unpin');
    const entry = await this.#ask.vehicle(argument, title);
    entry?.account.setPinned(entry.id, isPinned);
  }

  /** Adds a vehicle by its id and make, where the service gives no list or a long one. */
  async add(argument?: TreeNode | CommandArgument): Promise<void> {
    const title = l10n.t('Add Vehicle by Hand');
    const account = await this.#accountOf(argument, title);
    if (!account) return;
    const given = argument && !isNode(argument) ? argument : {};
    const { askMake, askVehicleId, whyNot } = await import('./ask-id.ts');
    const id = given.vehicleId ?? (await askVehicleId(`${title} (1/2)`));
    if (id === undefined) return;
    const problem = whyNot('vehicle ID', id);
    if (problem !== undefined) return void window.showErrorMessage(problem);
    const listed = account.vehicle(id);
    if (listed) return this.#explorer.reveal(listed);
    const prompt = l10n.t('The make, required for charge records.');
    const make = given.make ?? (await askMake(`${title} (2/2)`, prompt));
    if (make === undefined) return;
    const entry = account.add({ id, make });
    if (entry) await this.#explorer.reveal(entry);
  }

  /** Takes a vehicle that was added by hand out of the view. The service hears nothing of it. */
  async remove(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await this.#ask.vehicle(argument, l10n.t('Select Vehicle to Remove'));
    entry?.account.forget(entry.id);
  }

  /** Ends the application's access to a vehicle, after a confirmation: only its owner can give it back. */
  async disconnect(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await this.#ask.vehicle(argument, l10n.t('Select Vehicle to Disconnect'));
    if (!entry) return;
    const name = nameOf(entry);
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
      this.#ask.report([asServiceError(thrown)]);
    }
  }

  async #accountOf(argument: TreeNode | CommandArgument | undefined, title: string): Promise<Account | undefined> {
    const owner = argument && isNode(argument) ? ownerOf(argument) : undefined;
    if (owner instanceof Account) return owner;
    return this.#ask.account(title, owner);
  }
}

function nameOf({ attributes, make, id }: VehicleEntry): string {
  if (attributes.value) return vehicleName(attributes.value);
  return plainText(make === undefined ? id : `${makeName(make)} ${id}`, 100);
}
