import * as vscode from 'vscode';
import type { Sessions } from '../auth/sessions.ts';
import type { Clock } from '../common/clock.ts';
import type { Disposable, Event } from '../common/event.ts';
import { ServiceError } from '../service/errors.ts';
import type { NominalCapacity, Vehicle } from '../service/vehicles.ts';
import type { CommandDeps } from './commands.ts';
import { vehicleCommandIds } from './command-ids.ts';
import { VehicleDirectory } from './directory.ts';
import { ViewPresence, viewId } from './presence.ts';
import { timeText } from './time-text.ts';
import { VehicleTree } from './tree.ts';
import type { VehicleClient, VehicleEntry } from './vehicle-entry.ts';

export interface VehiclesModuleDeps extends Omit<CommandDeps, 'directory'> {
  readonly sessions: Pick<Sessions, 'list' | 'onDidChange'>;
  readonly onDidChangeEnvironment: Event<void>;
  readonly clientFor: (sessionId: string) => VehicleClient;
  readonly clock: Clock;
}

export interface VehiclesModule {
  /** As the exported API promises it. */
  vehicles(): Promise<readonly Vehicle[]>;
  /** As the exported API promises it; always asks the service. */
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /** The nominal capacity if it is known or can be asked for; undefined while it is undetermined. Never rejects. */
  nominal(vehicleId: string): Promise<number | undefined>;
  /** Which session reads the vehicle. Rejects with ServiceError where none does. */
  sessionOf(vehicleId: string): Promise<string>;
  /** The same for a vehicle that session `before` read: see `VehicleDirectory`. */
  sessionFor(vehicleId: string, before: string): Promise<string>;
  readonly disposables: readonly Disposable[];
}

/** Builds the room: the directory, its view and its commands. Asks the service nothing until the view is seen. */
export function createVehiclesModule(deps: VehiclesModuleDeps): VehiclesModule {
  const directory = new VehicleDirectory(deps);
  const time = (at: number) => timeText(at, deps.clock.now(), vscode.env.language);
  const tree = new VehicleTree(directory, { t: vscode.l10n.t, time });
  const view = vscode.window.createTreeView(viewId, { treeDataProvider: tree, showCollapseAll: true });
  const presence = new ViewPresence(view, directory, deps.environment);

  async function entryOf(vehicleId: string): Promise<VehicleEntry> {
    const entry = await directory.find(vehicleId);
    if (entry) return entry;
    throw new ServiceError(vscode.l10n.t('No connected account lists the vehicle “{0}”.', vehicleId), {
      kind: 'input',
      turn: 'developer',
      nextStep: vscode.l10n.t('Check the id, or connect the account that has the vehicle.'),
      sent: false,
    });
  }

  return {
    vehicles: () => directory.vehicles(),
    nominal: async (vehicleId) => {
      const entry = await directory.find(vehicleId);
      const capacity = entry && (entry.capacity.value ?? (await entry.loadCapacity()).value);
      return capacity && capacity.case !== 'undetermined' ? capacity.nominal : undefined;
    },
    nominalCapacity: async (vehicleId) => {
      const { value, error } = await (await entryOf(vehicleId)).loadCapacity();
      if (value && !error) return value;
      throw error ?? new Error(vscode.l10n.t('The request was cancelled.'));
    },
    sessionOf: async (vehicleId) => (await entryOf(vehicleId)).account.session.id,
    sessionFor: (vehicleId, before) => directory.sessionFor(vehicleId, before),
    disposables: [...registerCommands({ ...deps, directory }), view, presence, tree, directory],
  };
}

function registerCommands(deps: CommandDeps): vscode.Disposable[] {
  const commands = () => import('./commands.ts').then(({ vehicleCommands }) => vehicleCommands(deps));
  return vehicleCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: never) => (await commands())[id](argument)),
  );
}
