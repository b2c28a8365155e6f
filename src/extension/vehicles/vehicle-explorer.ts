import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { endNote, endText } from '../../service/model/end-of-version-2.ts';
import { numberText } from '../../common/text/number-text.ts';
import { systemScheduler } from '../../common/scheduler.ts';
import { unitSettings } from './explorer/capacity-text.ts';
import { viewId } from './explorer/view-id.ts';
import { type CommandDeps, vehicleCommands } from './commands/commands.ts';
import type { SessionClients } from '../auth/provider/session-clients.ts';
import type { TreeNode } from './explorer/tree-nodes.ts';
import { NameReader } from './data/name-reader.ts';
import { accountsToRetry } from './data/outage-recovery.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { ServiceError } from '../../service/model/errors.ts';
import type { NominalCapacity } from '../../service/model/vehicles.ts';
import { t } from '../../common/translate.ts';
import { timeText } from '../../common/text/dates.ts';
import { VehicleTree } from './explorer/vehicle-tree.ts';
import { retryTimesOf } from './data/retry-times.ts';
import type { VehicleEntry } from './data/vehicle-entry.ts';
import { VisibleTimer } from './explorer/visible-timer.ts';
import { withResolvers } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import type { VehicleDirectory } from './data/vehicle-directory.ts';
import { window } from '../window/window.ts';

interface VehicleExplorerDeps extends Omit<CommandDeps, 'explorer' | 'rawJson' | 'openExternal' | 'versionsOf'> {
  /** The clients of the sessions shown. */
  readonly clients: Pick<SessionClients, 'versionsOf'>;
  readonly context: Pick<vscode.ExtensionContext, 'extension'>;
  readonly view: vscode.TreeView<TreeNode>;
  /** Called with the lines to redraw; undefined for all. */
  readonly changed: (nodes: TreeNode[] | undefined) => void;
}

/** The running explorer. Built when it is first shown or used; no request is sent before. */
export function createVehicleExplorer(deps: VehicleExplorerDeps) {
  const { directory, view, clients, clock, environment, energyUnit } = deps;
  const now = () => clock.now();
  const time = (at: number) => timeText(at, now(), vscode.env.language);
  const number = (value: number) => numberText(value, vscode.env.language);
  const end = () => ({ note: endNote(now(), vscode.env.language), text: endText(now(), vscode.env.language) });
  const icon = (look: string) => vscode.Uri.joinPath(deps.context.extension.extensionUri, 'media', `car-${look}.svg`);
  const car = { light: icon('light'), dark: icon('dark') };
  const tree = new VehicleTree(directory, { time, number, now, energyUnit, end }, deps.changed, car);
  const status = new ViewStatus(view, directory, environment);
  /** Counts down a wait that the service has asked for. */
  const countDown = () => {
    for (const { of, until } of retryTimesOf(directory)) {
      if (until <= now()) void of.retry();
      else tree.redraw(of);
    }
  };
  const unitChanged = vscode.workspace.onDidChangeConfiguration((change) => {
    if (unitSettings.some((setting) => change.affectsConfiguration(setting))) deps.changed(undefined);
  });
  const names = new NameReader(
    clock,
    () => directory.accounts.flatMap((account) => account.vehicles),
    () => view.visible,
  );
  const look = () => {
    countDown();
    for (const account of accountsToRetry(directory, now())) void account.retry();
    tree.followWaits();
    names.read();
  };
  const countdown = new VisibleTimer(view, look, systemScheduler);
  const disposables: Disposable[] = [status, countdown, tree, unitChanged];
  let rawJson: MemoryDocuments | undefined;
  const explorer = {
    valueOf: (node: TreeNode) => tree.valueOf(node),
    /** Shows a vehicle, expanded and selected. */
    async reveal(vehicle: VehicleEntry): Promise<void> {
      await vscode.commands.executeCommand(`${viewId}.focus`);
      await view.reveal(tree.nodeOf(vehicle), { select: true, focus: true, expand: true });
    },
    /** Moves the focus to the first failure, so that a screen reader reads it out. */
    async showFailure(): Promise<boolean> {
      const line = view.visible ? tree.failureLine() : undefined;
      if (line) await view.reveal(line, { select: false, focus: true });
      return line !== undefined;
    },
  };
  const commands = vehicleCommands({
    ...deps,
    versionsOf: (session) => clients.versionsOf(session),
    directory,
    explorer,
    // A string reaches the browser unchanged; a Uri would re-encode the query. VS Code accepts both.
    openExternal: async (url) => vscode.env.openExternal(url as unknown as vscode.Uri),
    rawJson: () => {
      if (!rawJson) disposables.push((rawJson = new MemoryDocuments('vehicle-data-json')));
      return rawJson;
    },
  });
  async function entryOf(vehicleId: string): Promise<VehicleEntry> {
    const entry = await directory.find(vehicleId);
    if (entry) return entry;
    throw new ServiceError(t('No connected account lists the vehicle “{0}”.', vehicleId), {
      kind: 'input',
      turn: 'developer',
      nextStep: vscode.l10n.t('Check the ID, or connect the account that has the vehicle.'),
      sent: false,
    });
  }

  return {
    tree,
    commands,
    async nominalCapacity(vehicleId: string): Promise<NominalCapacity> {
      const { value, error } = await (await entryOf(vehicleId)).loadCapacity();
      if (value && !error) return value;
      throw error ?? new Error(vscode.l10n.t('The request was canceled.'));
    },
    sessionOf: async (vehicleId: string) => (await entryOf(vehicleId)).account.session.id,
    dispose: () => {
      for (const each of disposables) each.dispose();
    },
  };
}

type View = Pick<vscode.TreeView<unknown>, 'description'>;

/** Context key that selects the welcome text of the view; its values are `DirectoryState`. */
const stateKey = 'vehicleData.state';

/** Updates what surrounds the tree: description, progress bar and the key of the welcome text. */
class ViewStatus implements Disposable {
  readonly #view: View;
  readonly #directory: VehicleDirectory;
  readonly #environment: () => string;
  readonly #subscription: Disposable;
  #state: string | undefined;
  #endProgress: (() => void) | undefined;

  constructor(view: View, directory: VehicleDirectory, environment: () => string) {
    this.#view = view;
    this.#directory = directory;
    this.#environment = environment;
    this.#subscription = directory.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#endProgress?.();
  }

  #update(): void {
    // Whose accounts there are, the lines say: what is longer is cut off in a narrow view.
    this.#view.description = plainText(this.#environment(), 60);
    const { state, accounts } = this.#directory;
    // Keep the view's first welcome text until something is known.
    if (state !== 'loading' || accounts.length > 0) this.#setState(state);
    this.#showProgress(this.#directory.loading);
  }

  #setState(state: string): void {
    if (this.#state === state) return;
    this.#state = state;
    void vscode.commands.executeCommand('setContext', stateKey, state);
  }

  #showProgress(isLoading: boolean): void {
    if (!isLoading) {
      this.#endProgress?.();
      this.#endProgress = undefined;
      return;
    }
    if (this.#endProgress) return;
    const { promise, resolve } = withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId } }, () => promise);
  }
}
