import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { SessionClients } from '../../auth/provider/session-clients.ts';
import { showingErrors } from '../../notifications/show-error.ts';
import type { OpenRedirectListener } from '../../auth/sign-in/pending-redirects.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import type { MemoryDocuments } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';
import { Account } from '../data/account.ts';
import { failuresOf } from '../data/failures.ts';
import { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type VehiclesView, viewId } from '../explorer/vehicles-view.ts';
import { AskVehicle, type CommandArgument, confirmCosts, isNode } from './ask-vehicle.ts';
import { chargeRecordsCommands, type Viewer } from './charge-records.ts';
import { chooseCapacityCommand } from './choose-capacity.ts';
import { compareVersions } from './compare-versions.ts';
import { ownerPageCommand } from './owner-page.ts';
import { openRawJson } from './raw-json.ts';

/** Accepts a line of the tree, the argument of automation, or nothing. */
type CommandAction = (argument?: never) => Promise<unknown>;

const { l10n } = vscode;

/** The commands of this room. All that are in the palette also work without arguments: they then ask the user. */
export function vehicleCommands(
  directory: VehicleDirectory,
  environments: Environments,
  clients: SessionClients,
  openRedirectListener: OpenRedirectListener,
  view: VehiclesView,
  viewer: Viewer,
  rawJson: MemoryDocuments,
) {
  const ask = new AskVehicle(directory, environments);
  const records = chargeRecordsCommands(ask, viewer);

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
    if (node?.kind === 'waiting' && node.of instanceof Account) return node.of.cancelList();
    if (node?.kind === 'more' && node.of instanceof Account) return readOn(node.of);
    const target = node?.of ?? directory;
    const count = target instanceof Account ? costs('failed')(target) : target === directory ? costsOfAll('failed') : 0;
    if (!(await confirmCosts(count))) return;
    await (target instanceof VehicleDirectory ? target.refresh('failed') : target.reload('failed'));
    await reportLines(failuresOf(target), () => retry(node));
  }

  /** Reports failures in the view if it is visible. No retry button if a line already counts down to the retry. */
  async function reportLines(failures: readonly ServiceError[], again: () => unknown): Promise<void> {
    if (failures.length === 0 || (await view.showFailure())) return;
    const isCountedDown = failures.some(({ retryAt }) => retryAt !== undefined);
    ask.report(failures, isCountedDown ? undefined : again);
  }

  async function readOn(account: Account): Promise<void> {
    await account.loadMore();
    if (account.list.error) await reportLines([account.list.error], () => readOn(account));
  }

  async function showVehicle(argument?: TreeNode | CommandArgument): Promise<void> {
    if (argument && 'sessionId' in argument && !isNode(argument)) return view.revealFirst(argument.sessionId);
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (entry) await view.reveal(entry);
  }

  /** What the line has; without one, the ID of a vehicle. */
  async function copy(argument?: TreeNode | CommandArgument): Promise<void> {
    const value = argument && isNode(argument) ? argument.line().value : undefined;
    const text = value ?? (await ask.vehicle(argument, l10n.t('Select Vehicle')))?.id;
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    window.note(l10n.t('Value copied'));
  }

  return {
    'vehicleData.refresh': refresh,
    'vehicleData.retry': retry,
    'vehicleData.reconnect': (node) => ask.reconnect(node),
    'vehicleData.showVehicle': showVehicle,
    'vehicleData.disconnectVehicle': (argument) => disconnectVehicle(ask, argument),
    'vehicleData.openChargeRecords': (argument) => records.open(argument),
    'vehicleData.compareChargeRecords': (argument) => records.compare(argument),
    'vehicleData.compareVersions': (argument) => compareVersions(ask, clients, viewer, argument),
    'vehicleData.chooseCapacity': chooseCapacityCommand(ask, openRedirectListener),
    'vehicleData.openOwnerPage': ownerPageCommand(ask, openRedirectListener),
    'vehicleData.openRawJson': (argument?: TreeNode | CommandArgument) => openRawJson(ask, rawJson, argument),
    'vehicleData.copy': copy,
  } satisfies Readonly<Record<string, CommandAction>>;
}

/** Ends the application's access to a vehicle, after a confirmation: only its owner can grant it again. */
async function disconnectVehicle(ask: AskVehicle, argument?: TreeNode | CommandArgument): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Disconnect'));
  if (!entry) return;
  const { value } = entry.attributes;
  const name = value ? vehicleName(value) : plainText(entry.id, 100);
  const detail = l10n.t(
    'Your application loses access to this vehicle ({0}). Only the owner can grant it again, by connecting.',
    plainText(entry.id, 80),
  );
  const message = l10n.t('Disconnect {0} from your application?', name);
  if (!(await window.confirm(message, l10n.t('Disconnect'), detail))) return;
  const disconnect = async () => {
    await window.withProgress({ location: { viewId } }, () => entry.account.disconnect(entry.id));
    void window.showInformationMessage(l10n.t('{0} disconnected', name));
  };
  await showingErrors(disconnect, { environment: ask.environments.current(), retry: undefined });
}
