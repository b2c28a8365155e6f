import * as vscode from 'vscode';
import { mostVehicles } from '../../common/max-compared-vehicles.ts';
import type { Vehicle } from '../../service/model/vehicles.ts';
import { type AskVehicle, type CommandArgument, isNode, ownerOf } from './ask-vehicle.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { vehicleName } from '../data/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';

/** A vehicle, and the session that reads it. */
export interface ComparedVehicle {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
}

/** What automation passes. Without vehicles the user is asked for them. */
export interface CompareArgument {
  readonly vehicleIds?: readonly string[];
  readonly startDate?: string;
  readonly endDate?: string;
}

const { l10n, window } = vscode;

/** Finds the vehicles to compare: those that the argument names, or those that the user ticks. */
export class AskVehicles {
  readonly #directory: VehicleDirectory;
  readonly #ask: AskVehicle;

  constructor(directory: VehicleDirectory, ask: AskVehicle) {
    this.#directory = directory;
    this.#ask = ask;
  }

  /** One vehicle or more; undefined if the user gave up or was told why there are none. */
  async vehicles(
    argument: TreeNode | CommandArgument | CompareArgument | undefined,
  ): Promise<readonly VehicleEntry[] | undefined> {
    const node = argument && isNode(argument) ? argument : undefined;
    const ids = argument && 'vehicleIds' in argument ? argument.vehicleIds : undefined;
    return ids ? this.#named(new Set(ids)) : this.#pick(node && ownerOf(node));
  }

  async #named(ids: ReadonlySet<string>): Promise<readonly VehicleEntry[] | undefined> {
    if (!this.#fits(ids.size)) return undefined;
    const found: VehicleEntry[] = [];
    for (const id of ids) {
      const entry = await this.#ask.byId(id);
      if (!entry) return undefined;
      found.push(entry);
    }
    return found;
  }

  async #pick(first: unknown): Promise<readonly VehicleEntry[] | undefined> {
    await this.#directory.load();
    const entries = this.#directory.accounts.flatMap((account) => account.vehicles);
    if (entries.length < 2) {
      // One vehicle has nothing to be compared with; none has its own explanation.
      if (entries.length === 1) void window.showInformationMessage(l10n.t('Only one vehicle is available.'));
      const only = entries[0] ?? (await this.#ask.vehicle(undefined, l10n.t('Select Vehicle')));
      return only && [only];
    }
    // Of a long list, names are shown where they are known.
    await Promise.all(entries.filter(({ account }) => account.isShort).map((entry) => entry.wantName()));
    const items = entries.map((entry) => ({
      label: entry.attributes.value ? vehicleName(entry.attributes.value) : entry.id,
      description: entry.account.session.account.label,
      detail: entry.id,
      picked: first instanceof VehicleEntry && first.id === entry.id,
      entry,
    }));
    const options = {
      title: l10n.t('Select Vehicles to Compare'),
      placeHolder: l10n.t('Select two to {0} vehicles', mostVehicles),
      matchOnDetail: true,
      canPickMany: true,
    } as const;
    const picked = await window.showQuickPick(items, options);
    if (!picked || picked.length === 0 || !this.#fits(picked.length)) return undefined;
    return picked.map(({ entry }) => entry);
  }

  #fits(count: number): boolean {
    if (count <= mostVehicles) return true;
    void window.showWarningMessage(l10n.t('You can compare at most {0} vehicles.', mostVehicles));
    return false;
  }
}
