import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { ServiceError } from '../../service/model/errors.ts';
import type { NominalCapacity } from '../../service/model/vehicles.ts';
import { vehicleCommandIds } from './commands/command-ids.ts';
import { viewId } from './explorer/view-id.ts';
import type { TreeNode } from './explorer/tree-nodes.ts';
import type { VehicleExplorer, VehicleExplorerDeps } from './vehicle-explorer.ts';
import type { VehicleEntry } from './data/vehicle-entry.ts';
import { readVehicleLink } from './commands/vehicle-link.ts';
import { window } from '../window/window.ts';
import { t } from '../../common/translate.ts';

export type VehiclesDeps = Omit<VehicleExplorerDeps, 'view' | 'changed' | 'learnedNominal'>;

/** Registers the view and its commands. Their code is loaded when they are first shown or used. */
export function registerVehicles(deps: VehiclesDeps) {
  const changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  const learned = new vscode.EventEmitter<string>();
  const named = new vscode.EventEmitter<void>();
  let loaded: VehicleExplorer | undefined;
  const explorer = lazy(async () => {
    const { createVehicleExplorer } = await import('./vehicle-explorer.ts');
    loaded = createVehicleExplorer({
      ...{ ...deps, view },
      changed: (nodes) => changed.fire(nodes),
      learnedNominal: (vehicleId) => learned.fire(vehicleId),
    });
    loaded.knownNames.onDidChange(() => named.fire());
    return loaded;
  });

  const treeDataProvider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await explorer()).tree.getChildren(node),
    getTreeItem: async (node) => (await explorer()).tree.getTreeItem(node),
    getParent: async (node) => (await explorer()).tree.getParent(node),
    resolveTreeItem: async (item, node) => (await explorer()).tree.resolveTreeItem(item, node),
  };
  const view = window.createTreeView(viewId, { treeDataProvider, showCollapseAll: true });
  const commands = vehicleCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: never) => (await explorer()).commands[id](argument)),
  );

  async function entryOf(vehicleId: string): Promise<VehicleEntry> {
    const entry = await (await explorer()).directory.find(vehicleId);
    if (entry) return entry;
    throw new ServiceError(t('No connected account lists the vehicle “{0}”.', vehicleId), {
      kind: 'input',
      turn: 'developer',
      nextStep: vscode.l10n.t('Check the ID, or connect the account that has the vehicle.'),
      sent: false,
    });
  }

  return {
    view,
    /** See `VehicleDirectory.vehicles`: the vehicles of the accounts shown, without reading known attributes again. */
    vehicles: async () => (await explorer()).directory.vehicles(),
    /** See `VehicleReader`; always sends a request. */
    nominalCapacity: async (vehicleId: string): Promise<NominalCapacity> => {
      const { value, error } = await (await entryOf(vehicleId)).loadCapacity();
      if (value && !error) return value;
      throw error ?? new Error(vscode.l10n.t('The request was canceled.'));
    },
    /** See `readNominal`. */
    nominal: async (vehicleId: string, before: string, again: boolean) =>
      (await explorer()).nominal(vehicleId, before, again),
    /** Fires with the id of a vehicle whose capacity the service has reported (again). */
    onDidLearnNominal: learned.event,
    /** The name of a vehicle, if known; see `KnownNames`. */
    nameOf: (vehicleId: string, sessionId: string | undefined) => loaded?.knownNames.of(vehicleId, sessionId),
    onDidLearnName: named.event,
    /** The session that reads the vehicle. Rejects with ServiceError if none does. */
    sessionOf: async (vehicleId: string) => (await entryOf(vehicleId)).account.session.id,
    /** The session for a vehicle that session `before` read: see `VehicleDirectory.sessionFor`. */
    sessionFor: async (vehicleId: string, before: string) => (await explorer()).directory.sessionFor(vehicleId, before),
    /** Follows a link to a vehicle. False for every other address of this extension. */
    openLink: (uri: vscode.Uri): boolean => {
      const link = readVehicleLink(uri);
      if (link) void explorer().then(({ openLink }) => openLink(link));
      return link !== undefined;
    },
    disposables: [
      ...commands,
      view,
      changed,
      learned,
      named,
      { dispose: () => void explorer.peek()?.then((explorer) => explorer.dispose()) },
    ],
  };
}
