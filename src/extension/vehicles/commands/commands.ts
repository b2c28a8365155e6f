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
import { asFileName, type MemoryDocuments } from '../../window/memory-documents.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import type { OwnerVisitDeps } from './visit-owner.ts';
import { window } from '../../window/window.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { VehicleResource } from '../../../service/model/vehicle-data.ts';
import { rawText } from './raw-text.ts';

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

/** Ends the application's access to a vehicle, after a confirmation: only its owner can grant it again. */
async function disconnectVehicle(ask: AskVehicle, argument?: TreeNode | CommandArgument): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Disconnect'));
  if (!entry) return;
  const { value } = entry.attributes;
  const name = value ? vehicleName(value) : plainText(entry.id, 100);
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
    ask.report([asServiceError(thrown)]);
  }
}

type RawKind = VehicleResource['kind'];
const rawKinds = ['vehicle', 'capacity', 'permissions', 'records'] as const satisfies readonly RawKind[];

/**
 * Requests data about a vehicle and shows the response. The document's name ends in a way that matches the JSON schemas
 * of this extension (`contributes.jsonValidation`), so that hovers and validation follow the specification. Rejects
 * with ServiceError.
 */
async function openRawJson(
  documents: MemoryDocuments,
  vehicle: VehicleEntry,
  question: VehicleResource,
): Promise<void> {
  const location = { viewId: 'vehicleData.vehicles' };
  const text = await window.withProgress({ location }, () => vehicle.account.rawJson(question));
  const { value } = vehicle.attributes;
  const name = asFileName(value ? vehicleName(value) : vehicle.id);
  await documents.show(`/${vehicle.id}/${name}.${question.kind}.vehicle-data.json`, rawText(text));
}

/**
 * The response to show: the one behind the line, or the one that automation names, or else the vehicle's attributes.
 */
function rawKindOf(argument: TreeNode | CommandArgument | undefined): RawKind {
  if (!argument) return 'vehicle';
  if (!isNode(argument)) return rawKinds.find((kind) => kind === argument.kind) ?? 'vehicle';
  if (argument.kind === 'permission') return 'permissions';
  return rawKinds.find((kind) => argument.kind === 'field' && kind === argument.field) ?? 'vehicle';
}

/**
 * Whether a document about a vehicle may be opened. A call from the vehicle's line comes from the user. Any other call
 * may come from another extension, which can read open documents, so the user is asked.
 *
 * @param question makes the question from the name of the vehicle
 */
async function mayOpen(
  entry: VehicleEntry,
  argument: TreeNode | CommandArgument | undefined,
  question: (name: string) => string,
): Promise<boolean> {
  if (argument && isNode(argument) && ownerOf(argument) === entry) return true;
  const open = vscode.l10n.t('Open');
  const detail = vscode.l10n.t('Other extensions can read open documents.');
  return (await window.showWarningMessage(question(nameOf(entry)), { modal: true, detail }, open)) === open;
}

/** The name of a vehicle in messages. */
function nameOf({ attributes: { value }, id }: VehicleEntry): string {
  return value ? vehicleName(value) : plainText(id, 80);
}
