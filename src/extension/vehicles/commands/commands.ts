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
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { ownerPageCommand } from './owner-page-command.ts';
import { openRawJson, rawKindOf } from './raw-json.ts';
import type { MemoryDocuments } from '../../window/memory-documents.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { disconnectVehicle } from './disconnect-vehicle.ts';
import { mayOpen } from './may-open.ts';
import type { OwnerVisitDeps } from './visit-owner.ts';
import { window } from '../../window/window.ts';

export interface CommandDeps extends OwnerVisitDeps, CompareVersionsDeps {
  readonly directory: VehicleDirectory;
  /** The view. */
  readonly explorer: {
    reveal(vehicle: VehicleEntry): Promise<void>;
    /** Moves the focus to the first line that shows a failure. False if there is none, or the view is not visible. */
    showFailure(): Promise<boolean>;
    valueOf(node: TreeNode): string | undefined;
  };
  /** The documents that show responses of the service. */
  readonly rawJson: () => MemoryDocuments;
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
    if (node?.kind === 'more') return readOn(node.account);
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

  async function readOn(account: Account): Promise<void> {
    await account.loadMore();
    if (account.list.error) await reportLines([account.list.error], () => readOn(account));
  }

  async function showVehicle(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'), undefined, true);
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

  /** What the line has; without one, the ID of a vehicle. */
  async function copy(argument?: TreeNode | CommandArgument): Promise<void> {
    const value = argument && isNode(argument) ? explorer.valueOf(argument) : undefined;
    const text = value ?? (await ask.vehicle(argument, l10n.t('Select Vehicle')))?.id;
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    window.setStatusBarMessage(l10n.t('Value copied'), 3000);
  }

  return {
    'vehicleData.refresh': refresh,
    'vehicleData.retry': retry,
    'vehicleData.reconnect': (node) => ask.reconnect(node),
    'vehicleData.showVehicle': showVehicle,
    'vehicleData.disconnectVehicle': (argument) => disconnectVehicle(ask, argument),
    'vehicleData.openChargeRecords': (argument) => records.open(argument),
    'vehicleData.compareChargeRecords': (argument) => records.compare(argument),
    'vehicleData.compareVersions': (argument) => compareVersions(ask, deps, argument),
    'vehicleData.chooseCapacity': chooseCapacityCommand(ask, deps, deps.energyUnit),
    'vehicleData.openOwnerPage': ownerPageCommand(ask, deps),
    'vehicleData.openRawJson': openRaw,
    'vehicleData.copy': copy,
  } satisfies Readonly<Record<string, CommandAction>>;
}
