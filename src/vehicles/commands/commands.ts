import * as vscode from 'vscode';
import { numberText } from '../../common/number-text.ts';
import { checkDates } from '../../service/model/arguments.ts';
import { asServiceError } from '../../service/model/as-service-error.ts';
import type { ServiceError } from '../../service/model/errors.ts';
import type { Vehicle } from '../../service/model/vehicles.ts';
import { Account } from '../data/account.ts';
import { AskVehicle, isNode, ownerOf } from './ask-vehicle.ts';
import type { CommandArgument } from './ask-vehicle.ts';
import { chooseCapacityCommand } from './choose-capacity-command.ts';
import type { VehicleCommand } from './command-ids.ts';
import { AskVehicles, type CompareArgument, type ComparedVehicle } from './ask-vehicles.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { failuresOf } from '../data/failures.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { ownerPageCommand } from './owner-page-command.ts';
import type { RawJson } from './raw-json.ts';
import { readNamesCommand } from './read-names-command.ts';
import { unreadVehicles } from '../data/read-names.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { vehicleLink } from './vehicle-link.ts';
import { VehicleListCommands } from './vehicle-list-commands.ts';
import type { OwnerVisitDeps } from './visit-owner.ts';

/** What the charge-record viewer is opened with. */
export interface ViewerTarget {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
  /** Further vehicles, side by side with the first. */
  readonly others?: ComparedVehicle[];
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface CommandDeps extends OwnerVisitDeps {
  readonly directory: VehicleDirectory;
  /** What the view shows. */
  readonly explorer: {
    filter: string;
    reveal(vehicle: VehicleEntry): Promise<void>;
    valueOf(node: TreeNode): string | undefined;
  };
  readonly rawJson: () => RawJson;
  readonly extensionId: string;
  readonly openViewer: (target: ViewerTarget) => unknown;
  /** The unit of an environment's capacities; undefined where none is known. */
  readonly energyUnit: (environment: string) => string | undefined;
}

/** Takes a line of the tree, what automation passes, or nothing. */
export type CommandAction = (argument?: never) => Promise<unknown>;

const { l10n, window } = vscode;

/** What the commands of this room do. Each that the palette shows works without arguments; it then asks. */
export function vehicleCommands(deps: CommandDeps): Readonly<Record<VehicleCommand, CommandAction>> {
  const { directory, explorer } = deps;
  const ask = new AskVehicle(directory, deps.environment);
  const list = new VehicleListCommands(ask, explorer);

  async function refresh(): Promise<void> {
    await directory.refresh();
    reportLines(failuresOf(directory), () => retry());
  }

  async function retry(node?: TreeNode): Promise<void> {
    const target = (node && ownerOf(node)) ?? directory;
    if (target instanceof VehicleEntry || target instanceof Account) await target.reload('failed');
    else await target.refresh('failed');
    reportLines(failuresOf(target), () => retry(node));
  }

  /** What has to wait is counted down on its line, and asked for again from there. */
  function reportLines(failures: readonly ServiceError[], again: () => unknown): void {
    const isCountedDown = failures.some(({ retryAt }) => retryAt !== undefined);
    ask.report(failures, isCountedDown ? undefined : again);
  }

  async function showMoreVehicles(node?: TreeNode): Promise<void> {
    const accounts =
      node?.kind === 'more' ? [node.account] : directory.accounts.filter(({ remaining }) => remaining > 0);
    await Promise.all(accounts.map((account) => account.loadMore()));
    const failures = accounts.map(({ list }) => list.error).filter((error) => error !== undefined);
    reportLines(failures, () => showMoreVehicles(node));
  }

  async function showVehicle(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Show which vehicle?'));
    if (entry) await explorer.reveal(entry);
  }

  /** Filters while it is typed; Escape leaves the filter as it was. */
  function filterVehicles(): Promise<void> {
    const before = explorer.filter;
    const input = window.createInputBox();
    input.title = l10n.t('Filter Vehicles');
    input.placeholder = l10n.t('Make, model, year or id');
    input.value = before;
    let isKept = false;
    const unread = unreadVehicles(directory).length;
    if (unread > 0) {
      const count = numberText(unread, vscode.env.language);
      const tooltip = l10n.t('Read the names of {0} vehicles, which are found by their id only', count);
      input.buttons = [{ iconPath: new vscode.ThemeIcon('cloud-download'), tooltip }];
    }
    input.onDidTriggerButton(() => {
      isKept = true;
      input.hide();
      void vscode.commands.executeCommand('vehicleData.readNames');
    });
    input.onDidChangeValue((typed) => (explorer.filter = typed.trim()));
    input.onDidAccept(() => {
      isKept = true;
      input.hide();
    });
    return new Promise((resolve) => {
      input.onDidHide(() => {
        if (!isKept) explorer.filter = before;
        input.dispose();
        resolve();
      });
      input.show();
    });
  }

  async function openChargeRecords(argument?: TreeNode | CommandArgument): Promise<void> {
    const wanted = argument && !isNode(argument) ? argument : {};
    const { startDate, endDate } = wanted;
    if (!areDatesGood(startDate, endDate)) return;

    const entry = await ask.vehicle(argument, l10n.t('Charge records of which vehicle?'));
    if (!entry) return;
    const source = await sourceOf(entry, wanted.make);
    if (source) await deps.openViewer({ ...source, startDate, endDate });
  }

  async function compareChargeRecords(argument?: TreeNode | CompareArgument): Promise<void> {
    const { startDate, endDate } = argument && !isNode(argument) ? argument : {};
    if (!areDatesGood(startDate, endDate)) return;
    const entries = await new AskVehicles(directory, ask).vehicles(argument);
    const sources: ComparedVehicle[] = [];
    for (const entry of entries ?? []) {
      const source = await sourceOf(entry);
      if (!source) return;
      sources.push(source);
    }
    const [first, ...others] = sources;
    if (first) await deps.openViewer({ ...first, ...(others.length > 0 && { others }), startDate, endDate });
  }

  /** By the service client's own rules, but before a vehicle is asked for. */
  function areDatesGood(startDate: string | undefined, endDate: string | undefined): boolean {
    try {
      checkDates({ startDate, endDate });
      return true;
    } catch (thrown) {
      ask.report([asServiceError(thrown)]);
      return false;
    }
  }

  async function openRawJson(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Raw JSON of which vehicle?'));
    if (!entry) return;
    const { rawKindOf } = await import('./ask-raw-kind.ts');
    const kind = await rawKindOf(argument);
    if (!kind) return;
    const vehicleId = entry.id;
    try {
      if (kind !== 'records') return await deps.rawJson().open(entry, { kind, vehicleId });
      await entry.wantName();
      const make = await makeOf(entry);
      if (make !== undefined) await deps.rawJson().open(entry, { kind, vehicleId, make });
    } catch (thrown) {
      ask.report([asServiceError(thrown)], () => openRawJson(argument));
    }
  }

  async function copyVehicleId(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Copy the id of which vehicle?'));
    if (entry) await copy(entry.id, l10n.t('Vehicle id copied'));
  }

  async function copyVehicleLink(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await ask.vehicle(argument, l10n.t('Copy a link to which vehicle?'));
    if (!entry) return;
    const { environment } = entry.account.session;
    const link = vehicleLink(vscode.env.uriScheme, deps.extensionId, { vehicleId: entry.id, environment });
    await copy(link, l10n.t('Link to the vehicle copied'));
  }

  async function copyValue(node?: TreeNode): Promise<void> {
    const value = node && explorer.valueOf(node);
    if (value !== undefined) await copy(value, l10n.t('Value copied'));
  }

  return {
    'vehicleData.refresh': refresh,
    'vehicleData.retry': retry,
    'vehicleData.reconnect': () => ask.reconnect(),
    'vehicleData.showMoreVehicles': showMoreVehicles,
    'vehicleData.showVehicle': showVehicle,
    'vehicleData.filterVehicles': filterVehicles,
    'vehicleData.clearVehicleFilter': () => Promise.resolve(void (explorer.filter = '')),
    'vehicleData.readNames': readNamesCommand(directory, (failures) => reportLines(failures, () => retry())),
    'vehicleData.pinVehicle': (argument) => list.setPinned(argument, true),
    'vehicleData.unpinVehicle': (argument) => list.setPinned(argument, false),
    'vehicleData.addVehicle': (argument) => list.add(argument),
    'vehicleData.removeVehicle': (argument) => list.remove(argument),
    'vehicleData.disconnectVehicle': (argument) => list.disconnect(argument),
    'vehicleData.openChargeRecords': openChargeRecords,
    'vehicleData.compareChargeRecords': compareChargeRecords,
    'vehicleData.chooseCapacity': chooseCapacityCommand(ask, deps, deps.energyUnit),
    'vehicleData.openOwnerPage': ownerPageCommand(ask, deps),
    'vehicleData.openRawJson': openRawJson,
    'vehicleData.copyVehicleId': copyVehicleId,
    'vehicleData.copyVehicleLink': copyVehicleLink,
    'vehicleData.copyValue': copyValue,
  };
}

/** What the viewer needs of a vehicle; undefined if its make is not known and the user gives none. */
async function sourceOf(entry: VehicleEntry, given?: string): Promise<ComparedVehicle | undefined> {
  await entry.wantName();
  const make = given ?? (await makeOf(entry));
  if (make === undefined) return undefined;
  // Without attributes the id stands in for the model in the viewer's title, which is all that shows it.
  const vehicle = { model: entry.id, year: 0, ...entry.attributes.value, id: entry.id, make };
  return { sessionId: entry.account.session.id, vehicle };
}

/** The path of the charge records needs the make, and some vehicles don't tell it. */
async function makeOf(entry: VehicleEntry): Promise<string | undefined> {
  if (entry.make !== undefined) return entry.make;
  const { askMake } = await import('./ask-id.ts');
  const prompt = l10n.t('The vehicle’s make could not be read, and the service needs it to find charge records.');
  return askMake(l10n.t('Make of the vehicle {0}', entry.id), prompt);
}

async function copy(text: string, told: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  window.setStatusBarMessage(told, 3000);
}
