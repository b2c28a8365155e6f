import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { vehicleCommandIds } from './commands/command-ids.ts';
import { viewId } from './explorer/view-id.ts';
import type { TreeNode } from './explorer/tree-nodes.ts';
import type { VehicleExplorer, VehicleExplorerDeps } from './vehicle-explorer.ts';
import { readVehicleLink } from './commands/vehicle-link.ts';
import { createTreeView } from '../window/tree-view.ts';

export interface VehiclesDeps extends Omit<VehicleExplorerDeps, 'view' | 'changed' | 'learnedNominal' | 'clients'> {
  readonly clients: () => Promise<VehicleExplorerDeps['clients']>;
}

/** Registers the view and its commands. Their code is loaded when they are first shown or used. */
export function registerVehicles(deps: VehiclesDeps) {
  const changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  const learned = new vscode.EventEmitter<string>();
  const named = new vscode.EventEmitter<void>();
  let loaded: VehicleExplorer | undefined;
  const explorer = lazy(async () => {
    const [{ createVehicleExplorer }, clients] = await Promise.all([import('./vehicle-explorer.ts'), deps.clients()]);
    loaded = createVehicleExplorer({
      ...{ ...deps, view, clients },
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
  const view = createTreeView(viewId, { treeDataProvider, showCollapseAll: true });
  const commands = vehicleCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: never) => (await explorer()).commands[id](argument)),
  );

  return {
    view,
    /** See `VehicleDirectory.vehicles`: the vehicles of the accounts shown, without reading known attributes again. */
    vehicles: async () => (await explorer()).directory.vehicles(),
    /** See `VehicleReader`; always sends a request. */
    nominalCapacity: async (vehicleId: string) => (await explorer()).nominalCapacity(vehicleId),
    /** See `readNominal`. */
    nominal: async (vehicleId: string, before: string, again: boolean) =>
      (await explorer()).nominal(vehicleId, before, again),
    /** Fires with the id of a vehicle whose capacity the service has reported (again). */
    onDidLearnNominal: learned.event,
    /** The name of a vehicle, if known; see `KnownNames`. */
    nameOf: (vehicleId: string, sessionId: string | undefined) => loaded?.knownNames.of(vehicleId, sessionId),
    onDidLearnName: named.event,
    /** The session that reads the vehicle. Rejects with ServiceError if none does. */
    sessionOf: async (vehicleId: string) => (await explorer()).sessionOf(vehicleId),
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
