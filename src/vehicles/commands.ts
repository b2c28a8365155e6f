import * as vscode from 'vscode';
import type { ServiceEnvironment } from '../service/environment.ts';
import type { ServiceError } from '../service/errors.ts';
import type { Vehicle } from '../service/vehicles.ts';
import { Account } from './account.ts';
import { asServiceError } from './cell.ts';
import type { VehicleCommand } from './command-ids.ts';
import type { AwaitRedirect } from './capacity-redirect.ts';
import type { CapacityChoice } from './choose-capacity.ts';
import { chooseCapacity } from './choose-capacity.ts';
import type { VehicleDirectory } from './directory.ts';
import { failuresOf, tell } from './failures.ts';
import { vehicleName } from './names.ts';
import type { TreeNode } from './nodes.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** What the charge-record viewer is opened with. */
export interface ViewerTarget {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface CommandDeps {
  readonly directory: VehicleDirectory;
  readonly environment: () => string;
  /** Rejects with ServiceError that says what to set. */
  readonly resolveEnvironment: (name: string) => Promise<Pick<ServiceEnvironment, 'redirectUri'>>;
  readonly openViewer: (target: ViewerTarget) => unknown;
  readonly awaitRedirect: AwaitRedirect;
  /** Takes the address as a string, because VS Code's `Uri` decodes parts of a query. */
  readonly openExternal: (url: string) => Promise<boolean>;
}

/** Takes a line of the tree, what automation passes, or nothing. */
export type CommandAction = (argument?: never) => Promise<void>;

/** What automation passes; the tree passes a line of its own. */
interface CommandArgument {
  readonly vehicleId?: string;
  readonly make?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

const { l10n, window } = vscode;

/** What the commands of this room do. Each that the palette shows works without arguments; it then asks. */
export function vehicleCommands(deps: CommandDeps): Readonly<Record<VehicleCommand, CommandAction>> {
  const { directory } = deps;

  async function refresh(): Promise<void> {
    await directory.refresh();
    report(failuresOf(directory));
  }

  async function retry(node?: TreeNode): Promise<void> {
    const target = (node && ownerOf(node)) ?? directory;
    if (target instanceof VehicleEntry || target instanceof Account) await target.reload('failed');
    else await target.refresh('failed');
    report(failuresOf(target));
  }

  async function reconnect(): Promise<void> {
    await vscode.commands.executeCommand('vehicleData.connect', { environment: deps.environment() });
  }

  async function showMoreVehicles(node?: TreeNode): Promise<void> {
    const accounts =
      node?.kind === 'more' ? [node.account] : directory.accounts.filter(({ remaining }) => remaining > 0);
    await Promise.all(accounts.map((account) => account.loadMore()));
    report(accounts.map(({ list }) => list.error).filter((error) => error !== undefined));
  }

  async function openChargeRecords(argument?: TreeNode | CommandArgument): Promise<void> {
    const wanted = argument && !isNode(argument) ? argument : {};
    const { startDate, endDate } = wanted;
    if (!(await areDatesGood(startDate, endDate))) return;

    const entry = await vehicleOf(argument, l10n.t('Charge records of which vehicle?'));
    if (!entry) return;
    const attributes = entry.attributes.value ?? (await entry.loadAttributes()).value;
    const make = wanted.make ?? attributes?.make ?? (await askMake(entry));
    if (make === undefined) return;
    // Without attributes the id stands in for the model in the viewer's title, which is all that shows it.
    const vehicle = { model: entry.id, year: 0, ...attributes, id: entry.id, make };
    await deps.openViewer({ sessionId: entry.account.session.id, vehicle, startDate, endDate });
  }

  /** By the service client's own rules, but before a vehicle is asked for. */
  async function areDatesGood(startDate: string | undefined, endDate: string | undefined): Promise<boolean> {
    if (startDate === undefined && endDate === undefined) return true;
    const { dateQuery } = await import('../service/request-checks.ts');
    try {
      dateQuery(startDate, endDate);
      return true;
    } catch (thrown) {
      report([asServiceError(thrown)]);
      return false;
    }
  }

  async function chooseCapacityOf(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await vehicleOf(argument, l10n.t('Ask the owner of which vehicle for the battery capacity?'));
    if (!entry) return;
    try {
      const { redirectUri } = await deps.resolveEnvironment(deps.environment());
      const progress = {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Waiting for the owner to choose the battery capacity in the browser…'),
        cancellable: true,
      };
      const { awaitRedirect } = deps;
      const choice = await window.withProgress(progress, (_, token) => {
        const signal = signalOf(token);
        return chooseCapacity(entry, { awaitRedirect, openBrowser, redirectUri, signal, t: l10n.t });
      });
      void window.showInformationMessage(choiceText(choice));
    } catch (thrown) {
      const error = asServiceError(thrown);
      if (error.kind !== 'cancelled') report([error]);
    }
  }

  async function openBrowser(url: string): Promise<void> {
    if (await deps.openExternal(url)) return;
    const copy = l10n.t('Copy Link');
    const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
    // Not awaited: the owner may come back before anyone answers.
    void window.showWarningMessage(message, copy).then((choice) => {
      if (choice === copy) void vscode.env.clipboard.writeText(url);
    });
  }

  async function copyVehicleId(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await vehicleOf(argument, l10n.t('Copy the id of which vehicle?'));
    if (!entry) return;
    await vscode.env.clipboard.writeText(entry.id);
    window.setStatusBarMessage(l10n.t('Vehicle id copied'), 3000);
  }

  /** The vehicle that the argument names, or else the one that the user picks. Says why if there is none. */
  async function vehicleOf(
    argument: TreeNode | CommandArgument | undefined,
    title: string,
  ): Promise<VehicleEntry | undefined> {
    if (argument && isNode(argument)) {
      const owner = ownerOf(argument);
      if (owner instanceof VehicleEntry) return owner;
    } else if (argument?.vehicleId !== undefined) {
      return (await directory.find(argument.vehicleId)) ?? explainMissing(argument.vehicleId);
    }
    await directory.load();
    const entries = directory.accounts.flatMap((account) => account.vehicles);
    return entries.length === 0 ? explainMissing() : pickVehicle(entries, title);
  }

  function explainMissing(vehicleId?: string): undefined {
    const failures = failuresOf(directory);
    if (directory.state === 'signedOut') void offerConnect();
    else if (failures.length > 0) report(failures);
    else if (vehicleId === undefined) void window.showInformationMessage(noVehicles());
    else void window.showErrorMessage(l10n.t('No connected account lists the vehicle “{0}”. Check its id.', vehicleId));
  }

  async function offerConnect(): Promise<void> {
    const connect = l10n.t('Connect');
    const message = l10n.t('No vehicle owner is connected in the environment “{0}”.', deps.environment());
    if ((await window.showInformationMessage(message, connect)) === connect) await reconnect();
  }

  /** Tells the user once, without making whoever called the command wait for an answer. */
  function report(failures: readonly ServiceError[]): void {
    const telling = tell(failures, l10n.t);
    if (!telling) return;
    const connectAgain = l10n.t('Connect Again');
    const showRequests = l10n.t('Show Requests');
    const actions = telling.remedy === 'reconnect' ? [connectAgain] : [];
    if (failures.some(({ sent }) => sent)) actions.push(showRequests);
    void window.showWarningMessage(telling.text, ...actions).then((pressed) => {
      if (pressed === connectAgain) void reconnect();
      if (pressed === showRequests) void vscode.commands.executeCommand('vehicleData.showRequests');
    });
  }

  return {
    'vehicleData.refresh': refresh,
    'vehicleData.retry': retry,
    'vehicleData.reconnect': reconnect,
    'vehicleData.showMoreVehicles': showMoreVehicles,
    'vehicleData.openChargeRecords': openChargeRecords,
    'vehicleData.chooseCapacity': chooseCapacityOf,
    'vehicleData.copyVehicleId': copyVehicleId,
  };
}

async function pickVehicle(entries: readonly VehicleEntry[], title: string): Promise<VehicleEntry | undefined> {
  const items = Promise.all(
    entries.map(async (entry) => {
      const vehicle = entry.attributes.value ?? (await entry.loadAttributes()).value;
      const label = vehicle ? vehicleName(vehicle) : entry.id;
      return { label, description: entry.account.session.account.label, detail: entry.id, entry };
    }),
  );
  const options = { title, placeHolder: l10n.t('Type a make, model or id'), matchOnDetail: true };
  return (await window.showQuickPick(items, options))?.entry;
}

/** The path of the charge records needs the make, and this vehicle doesn't tell it. */
function askMake(entry: VehicleEntry): Thenable<string | undefined> {
  return window.showInputBox({
    title: l10n.t('Make of the vehicle {0}', entry.id),
    prompt: l10n.t('The vehicle’s make could not be read, and the service needs it to find charge records.'),
    placeHolder: 'BMW',
    ignoreFocusOut: true,
    validateInput: (text) => (/^[\p{L}\d_ -]+$/u.test(text.trim()) ? undefined : l10n.t('Letters and digits only.')),
  });
}

function choiceText(choice: CapacityChoice): string {
  switch (choice.kind) {
    case 'determined':
      return l10n.t('The service knows this capacity ({0} kWh): the owner has nothing to choose.', choice.nominal);
    case 'no-address':
      return l10n.t('The service gives no address at which the owner could choose the capacity of this vehicle.');
    case 'selected':
      return l10n.t('The owner chose {0} kWh.', choice.nominal);
    case 'pending':
      return l10n.t('The owner chose, and the service does not show it yet. Refresh in a moment.');
    case 'owner-does-not-know':
      return l10n.t('The owner does not know the capacity. That is all right: it can be chosen at any later time.');
    case 'refused':
      return l10n.t('The choice was not made: {0}', choice.message);
  }
}

function noVehicles(): string {
  return l10n.t('The connected accounts share no vehicle with the application.');
}

function isNode(argument: TreeNode | CommandArgument): argument is TreeNode {
  return 'kind' in argument;
}

/** What a line is about: a vehicle, an account, or (undefined) the whole. */
function ownerOf(node: TreeNode): VehicleEntry | Account | undefined {
  switch (node.kind) {
    case 'vehicle':
    case 'field':
      return node.vehicle;
    case 'problem':
      return node.of;
    case 'account':
    case 'more':
    case 'none':
      return node.account;
  }
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
