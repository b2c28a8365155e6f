import * as vscode from 'vscode';
import { showError } from '../../notifications/show-error.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { type Account, handful } from '../data/account.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { failuresOf, tell } from '../data/failures.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { window } from '../../window/window.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { t } from '../../../common/translate.ts';

/** The argument that automation passes; the tree passes one of its lines. */
export interface CommandArgument {
  readonly vehicleId?: string;
  /** Whose first vehicle "Go to Vehicle" shows. */
  readonly sessionId?: string;
  readonly make?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  /** What "Open Raw JSON" opens. */
  readonly kind?: string;
}

const { l10n } = vscode;

/** Finds the vehicle for a command, asks for it if the argument names none, and reports failures. */
export class AskVehicle {
  readonly directory: VehicleDirectory;
  readonly environments: Environments;

  constructor(directory: VehicleDirectory, environments: Environments) {
    this.directory = directory;
    this.environments = environments;
  }

  /** The vehicle that the argument names, or else the one that the user picks. Tells the user why if there is none. */
  async vehicle(
    argument: TreeNode | CommandArgument | undefined,
    title: string,
    isOffered: (vehicle: VehicleEntry) => boolean = () => true,
  ): Promise<VehicleEntry | undefined> {
    if (argument && isNode(argument)) {
      if (argument.of instanceof VehicleEntry) return argument.of;
    } else if (argument?.vehicleId !== undefined) {
      return this.byId(argument.vehicleId);
    }
    await this.directory.load();
    const { accounts } = this.directory;
    if (accounts.every(({ vehicles, list }) => vehicles.length === 0 && !list.error)) return this.#explainMissing();
    return pickVehicle(accounts, title, isOffered);
  }

  /** The vehicle with this id. Tells the user why if there is none. */
  async byId(vehicleId: string): Promise<VehicleEntry | undefined> {
    return (await this.directory.find(vehicleId)) ?? this.#explainMissing(vehicleId);
  }

  /**
   * Reports the failures of a command in one message. The command doesn't wait for it.
   *
   * @param retry repeats the requests, if a button for that makes sense
   */
  report(failures: readonly ServiceError[], retry?: () => unknown): void {
    const [first, ...others] = failures;
    if (!first) return;
    void showError(first, { text: tell([first, ...others]), retry, environment: this.environments.current() });
  }

  /** Connects in the environment of the line, which for the other version is not the selected one. */
  async reconnect(node?: TreeNode): Promise<void> {
    const environment = node?.environment ?? this.environments.current();
    await vscode.commands.executeCommand('vehicleData.connect', { environment });
  }

  #explainMissing(vehicleId?: string): undefined {
    const failures = failuresOf(this.directory);
    const named =
      vehicleId === undefined
        ? ''
        : t('No connected account has the vehicle “{0}”. Check the ID, or connect the account that has it.', vehicleId);
    if (this.directory.state === 'signedOut') void this.#offerConnect();
    else if (vehicleId !== undefined && !failures.some(({ turn }) => turn === 'retry'))
      void window.showErrorMessage(named);
    else if (failures.length > 0) this.report(failures);
    else void window.showInformationMessage(l10n.t('The connected accounts share no vehicles with this application.'));
  }

  async #offerConnect(): Promise<void> {
    const connect = l10n.t('Connect');
    const message = t('No vehicle owner is connected in environment “{0}”.', this.environments.current());
    if ((await window.showInformationMessage(message, connect)) === connect) await this.reconnect();
  }
}

/** Lists what is known; of a list that is cut, the rest is read once the user types. */
async function pickVehicle(
  accounts: readonly Account[],
  title: string,
  isOffered: (vehicle: VehicleEntry) => boolean,
): Promise<VehicleEntry | undefined> {
  const { promise, resolve } = withResolvers<VehicleEntry | undefined>();
  const pick = window.createQuickPick<Awaited<ReturnType<typeof pickItems>>[number]>();
  let isOpen = true;
  let left = 0;
  const list = async (isAll: boolean) => {
    pick.busy = true;
    if (isAll) await Promise.all(accounts.map((account) => account.loadAll(() => isOpen)));
    const items = await pickItems(accounts, isOffered);
    if (!isOpen) return;
    left = accounts.reduce((sum, { remaining }) => sum + remaining, 0);
    const placeholder = l10n.t('{0} of {1}, type to search all', items.length, items.length + left);
    Object.assign(pick, { items, placeholder: left > 0 ? placeholder : l10n.t('Type a make, model or ID') });
    pick.busy = false;
    if (!isAll) readOn();
  };
  const readOn = () => {
    if (left > 0 && pick.value !== '' && !pick.busy) void list(true);
  };
  Object.assign(pick, { title, matchOnDetail: true });
  pick.onDidChangeValue(readOn);
  pick.onDidAccept(() => resolve(pick.selectedItems[0]?.entry));
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  void list(false);
  return promise.finally(() => {
    isOpen = false;
    pick.dispose();
  });
}

/** The vehicles to pick from. In a long list, only names that are known already are shown. */
export async function pickItems(accounts: readonly Account[], isOffered: (vehicle: VehicleEntry) => boolean) {
  const entries = accounts.flatMap((account) => account.vehicles);
  await Promise.all(entries.filter(({ account }) => account.isShort).map((entry) => entry.wantName()));
  return entries.filter(isOffered).map((entry) => {
    const { value } = entry.attributes;
    return {
      label: value ? vehicleName(value) : entry.id,
      description: entry.account.session.account.label,
      detail: entry.id,
      entry,
    };
  });
}

export function isNode(argument: TreeNode | CommandArgument): argument is TreeNode {
  return 'id' in argument;
}

/** Asks before sending more than a handful of requests that a plan may charge for. True if they may be sent. */
export async function confirmCosts(requests: number): Promise<boolean> {
  if (requests <= handful) return true;
  const message = l10n.t('Send {0} requests that your plan may charge for?', requests);
  const detail = l10n.t('Reportedly, version 3 plans charge per request about a vehicle.');
  return window.confirm(message, l10n.t('Send Requests'), detail);
}
