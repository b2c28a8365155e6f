import * as vscode from 'vscode';
import { mostVehicles } from '../../../common/max-compared-vehicles.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { Vehicle } from '../../../service/model/vehicles.ts';
import { ownerOf } from '../explorer/node-owner.ts';
import { type AskVehicle, type CommandArgument, isNode, pickItems } from './ask-vehicle.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { window } from '../../window/window.ts';

/** A vehicle, and the session that reads it. */
export interface ComparedVehicle {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
  /** The version of the API, if both have the vehicle. */
  readonly version?: ApiVersion | undefined;
}

/** The argument that automation passes. Without vehicles, the user is asked for them. */
export interface CompareArgument {
  readonly vehicleIds?: readonly string[];
  readonly startDate?: string;
  readonly endDate?: string;
}

const { l10n } = vscode;

/**
 * The vehicles to compare: those that the argument names, or those that the user selects. Undefined if there are none.
 */
export async function askVehicles(
  directory: VehicleDirectory,
  ask: AskVehicle,
  argument: TreeNode | CommandArgument | CompareArgument | undefined,
): Promise<readonly VehicleEntry[] | undefined> {
  const named = argument && 'vehicleIds' in argument ? argument.vehicleIds : undefined;
  const first = argument && isNode(argument) ? ownerOf(argument) : undefined;
  const vehicles = named ? await byIds(ask, new Set(named)) : await pick(directory, ask, first);
  if (!vehicles || vehicles.length <= mostVehicles) return vehicles;
  void window.showWarningMessage(l10n.t('You can compare at most {0} vehicles.', mostVehicles));
  return undefined;
}

async function byIds(ask: AskVehicle, ids: ReadonlySet<string>): Promise<readonly VehicleEntry[] | undefined> {
  const found: VehicleEntry[] = [];
  for (const id of ids) {
    const entry = await ask.byId(id);
    if (!entry) return undefined;
    found.push(entry);
  }
  return found;
}

async function pick(
  directory: VehicleDirectory,
  ask: AskVehicle,
  first: unknown,
): Promise<readonly VehicleEntry[] | undefined> {
  await directory.load();
  const items = await pickItems(directory.accounts, ({ mayHaveRecords }) => mayHaveRecords);
  if (items.length < 2) {
    // A single vehicle can't be compared; if there is none, `ask.vehicle` tells the user why.
    if (items.length === 1) void window.showInformationMessage(l10n.t('Only one vehicle is available.'));
    const only = items[0]?.entry ?? (await ask.vehicle(undefined, l10n.t('Select Vehicle')));
    return only && [only];
  }
  const options = {
    title: l10n.t('Select Vehicles to Compare'),
    placeHolder: l10n.t('Select two to {0} vehicles', mostVehicles),
    matchOnDetail: true,
    canPickMany: true,
  } as const;
  const picked = await window.showQuickPick(
    items.map((item) => ({ ...item, picked: item.entry === first })),
    options,
  );
  return picked && picked.length > 0 ? picked.map(({ entry }) => entry) : undefined;
}
