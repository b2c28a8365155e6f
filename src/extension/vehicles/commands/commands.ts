import * as vscode from 'vscode';
import { asServiceError, type ServiceError } from '../../../service/model/errors.ts';
import { Account } from '../data/account.ts';
import { ownerOf } from '../explorer/node-owner.ts';
import { AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import { chargeRecordsCommands, makeOf, type ViewerTarget } from './charge-records-commands.ts';
import { confirmCosts } from './confirm-costs.ts';
import { chooseCapacityCommand } from './choose-capacity-command.ts';
import { compareVersions, type CompareVersionsDeps } from './compare-versions.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { failuresOf } from '../data/failures.ts';
import { filterVehicles } from './filter-vehicles.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { ownerPageCommand } from './owner-page-command.ts';
import { openRawJson, rawKindOf } from './raw-json.ts';
import type { MemoryDocuments } from '../../window/memory-documents.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { vehicleLink } from './vehicle-link.ts';
import { vehicleListCommands } from './vehicle-list-commands.ts';
import { mayOpen } from './may-open.ts';
import type { OwnerVisitDeps } from './visit-owner.ts';
import { window } from '../../window/window.ts';

export interface CommandDeps extends OwnerVisitDeps, CompareVersionsDeps {
  readonly directory: VehicleDirectory;
  /** The view. */
  readonly explorer: {
    filter: string;
    reveal(vehicle: VehicleEntry): Promise<void>;
    /** Moves the focus to the first line that shows a failure. False if there is none, or the view is not visible. */
    showFailure(): Promise<boolean>;
    valueOf(node: TreeNode): string | undefined;
  };
  /** The documents that show responses of the service. */
  readonly rawJson: () => MemoryDocuments;
  readonly extensionId: string;
  readonly openViewer: (target: ViewerTarget) => unknown;
  /** The unit of an environment's capacities; undefined if none is known. */
  readonly energyUnit: (environment: string) => string | undefined;
}

/** Accepts a line of the tree, the argument of automation, or nothing. */
type CommandAction = (argument?: never) => Promise<unknown>;

const { l10n } = vscode;

/** The commands of this room. All that are in the palette also work without arguments: they then ask the user. */
export function vehicleCommands(deps: CommandDeps) {
  const { directory, explorer } = deps;
  const ask = new AskVehicle(directory, deps.environment);
  const list = vehicleListCommands(ask, (vehicle) => explorer.reveal(vehicle));
  const records = chargeRecordsCommands(directory, ask, deps.openViewer);

  const costs = (which: 'all' | 'failed') => (account: Account) =>
    account.vehicles.reduce((sum, vehicle) => sum + vehicle.meteredRequests(which), 0);
  const costsOfAll = (which: 'all' | 'failed') =>
    directory.accounts.map(costs(which)).reduce((sum, count) => sum + count, 0);

  async function refresh(): Promise<void> {
    if (!(await confirmCosts(costsOfAll('all')))) return;
    await directory.refresh();
    await reportLines(failuresOf(directory), () => retry());
  }

  async function retry(node?: TreeNode): Promise<void> {
    if (node?.kind === 'waiting') return node.account.cancelList();
    const target = (node && ownerOf(node)) ?? directory;
    const count = target instanceof Account ? costs('failed')(target) : target === directory ? costsOfAll('failed') : 0;
    if (!(await confirmCosts(count))) return;
    if (target instanceof VehicleEntry || target instanceof Account) await target.reload('failed');
    else await target.refresh('failed');
    await reportLines(failuresOf(target), () => retry(node));
  }

  /** Reports failures in the view if it is visible. No retry button if a line already counts down to the retry. */
  async function reportLines(failures: readonly ServiceError[], again: () => unknown): Promise<void> {
    if (failures.length === 0 || (await explorer.showFailure())) return;
    const isCountedDown = failures.some(({ retryAt }) => retryAt !== undefined);
    ask.report(failures, isCountedDown ? undefined : again);
  }

  /** With a filter, the next page alone may have nothing to show. */
  async function showMore(account: Account): Promise<unknown> {
    if (account.readsOn) return account.stopReading();
    return explorer.filter === '' ? account.loadMore() : account.readOn();
  }

  async function showMoreVehicles(node?: TreeNode): Promise<void> {
    const accounts =
      node?.kind === 'more' ? [node.account] : directory.accounts.filter(({ remaining }) => remaining > 0);
    await Promise.all(accounts.map((account) => showMore(account)));
    const failures = accounts.map(({ list }) => list.error).filter((error) => error !== undefined);
    await reportLines(failures, () => showMoreVehicles(node));
  }

  async function showVehicle(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (entry) await explorer.reveal(entry);
  }

  async function openRaw(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (!entry || !(await mayOpen(entry, argument, (name) => l10n.t('Open the raw JSON of {0}?', name)))) return;
    const kind = rawKindOf(argument);
    const vehicleId = entry.id;
    try {
      if (kind !== 'records') return await openRawJson(deps.rawJson(), entry, { kind, vehicleId });
      const make = await makeOf(entry);
      if (make !== undefined) await openRawJson(deps.rawJson(), entry, { kind, vehicleId, make });
    } catch (thrown) {
      ask.report([asServiceError(thrown)], () => openRaw(argument));
    }
  }

  async function copyVehicleLink(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (!entry) return;
    const { environment } = entry.account.session;
    const link = vehicleLink(vscode.env.uriScheme, deps.extensionId, { vehicleId: entry.id, environment });
    await copy(link, l10n.t('Vehicle link copied'));
  }

  /** The value of a line, or the ID of a vehicle. */
  async function copyOf(argument?: TreeNode | CommandArgument): Promise<void> {
    const value = argument && isNode(argument) && argument.kind !== 'vehicle' ? explorer.valueOf(argument) : undefined;
    if (value !== undefined) return copy(value, l10n.t('Value copied'));
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (entry) await copy(entry.id, l10n.t('Vehicle ID copied'));
  }

  return {
    'vehicleData.refresh': refresh,
    'vehicleData.retry': retry,
    'vehicleData.reconnect': (node) => ask.reconnect(node),
    'vehicleData.showMoreVehicles': showMoreVehicles,
    'vehicleData.showVehicle': showVehicle,
    'vehicleData.filterVehicles': () => filterVehicles(explorer),
    'vehicleData.clearVehicleFilter': () => Promise.resolve(void (explorer.filter = '')),
    'vehicleData.pinVehicle': (argument) => list.setPinned(argument, true),
    'vehicleData.unpinVehicle': (argument) => list.setPinned(argument, false),
    'vehicleData.addVehicle': (argument) => list.add(argument),
    'vehicleData.removeVehicle': (argument) => list.remove(argument),
    'vehicleData.disconnectVehicle': (argument) => list.disconnect(argument),
    'vehicleData.openChargeRecords': (argument) => records.open(argument),
    'vehicleData.compareChargeRecords': (argument) => records.compare(argument),
    'vehicleData.compareVersions': (argument) => compareVersions(ask, deps, argument),
    'vehicleData.chooseCapacity': chooseCapacityCommand(ask, deps, deps.energyUnit),
    'vehicleData.openOwnerPage': ownerPageCommand(ask, deps),
    'vehicleData.openRawJson': openRaw,
    'vehicleData.copyVehicleLink': copyVehicleLink,
    'vehicleData.copy': copyOf,
  } satisfies Readonly<Record<string, CommandAction>>;
}

async function copy(text: string, confirmation: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  window.setStatusBarMessage(confirmation, 3000);
}
