import * as vscode from 'vscode';
import { now } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { timeText } from '../../../common/text/dates.ts';
import { numberText } from '../../../common/text/number-text.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { endNote, endText } from '../../../service/model/end-of-version-2.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { energyUnit } from '../../environments/settings/user-settings.ts';
import { literalLines, literalView, type ViewShell } from '../../window/tree-view.ts';
import { treeItem } from '../../window/view-lines.ts';
import { window } from '../../window/window.ts';
import { Account } from '../data/account.ts';
import { NameReader } from '../data/name-reader.ts';
import { accountsToRetry, longWaits, retryTimesOf } from '../data/retries.ts';
import type { DirectoryChange, VehicleDirectory } from '../data/vehicle-directory.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { joined, spokenText, staleness } from './line-texts.ts';
import { type TreeNode, VehicleNodes } from './tree-nodes.ts';
import { unitSettings } from './vehicle-lines.ts';

export const viewId = 'vehicleData.vehicles';

/** Context key that selects the welcome text of the view; its values are `DirectoryState`. */
const stateKey = 'vehicleData.state';

const second = 1000;

const timeOnScreen = (at: number) => timeText(at, now(), vscode.env.language);

/**
 * The Vehicles view. Shows what the directory knows, and requests the details of the vehicles on screen. No request is
 * sent before it is first shown.
 */
export class VehiclesView implements Disposable {
  readonly #directory: VehicleDirectory;
  readonly #environments: Environments;
  readonly #shell: ViewShell;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #car: vscode.IconPath;
  readonly #nodes: VehicleNodes;
  readonly #names: NameReader;
  readonly #disposables: readonly Disposable[];
  readonly #pending = new Set<DirectoryChange>();
  #started = false;
  #ticking: NodeJS.Timeout | undefined;
  #state: string | undefined;
  #endProgress: (() => void) | undefined;

  constructor(directory: VehicleDirectory, environments: Environments, shell: ViewShell, extension: vscode.Uri) {
    this.#directory = directory;
    this.#environments = environments;
    this.#shell = shell;
    this.#view = literalView(shell.view);
    const { language } = vscode.env;
    this.#nodes = new VehicleNodes(directory, {
      time: timeOnScreen,
      number: (value) => numberText(value, language),
      end: () => ({ note: endNote(now(), language), text: endText(now(), language) }),
      energyUnit,
    });
    this.#names = new NameReader(directory, () => this.#view.visible);
    const icon = (look: string) => vscode.Uri.joinPath(extension, 'media', `car-${look}.svg`);
    this.#car = { light: icon('light'), dark: icon('dark') };
    this.#disposables = [
      directory.onDidChange((change) => {
        this.#redraw(change);
        this.#showState();
      }),
      this.#view.onDidChangeVisibility(() => this.#followVisibility()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (unitSettings.some((setting) => change.affectsConfiguration(setting))) this.#redraw(undefined);
      }),
    ];
    this.#showState();
    this.#followVisibility();
  }

  readonly #lines = literalLines<TreeNode>({
    getTreeItem: (node) => {
      const line = node.line();
      const icon = line.icon === 'car' ? this.#car : line.icon;
      return treeItem({ ...line, id: node.id, icon, spoken: spokenText(line) }, line.below, node);
    },
    resolveTreeItem: (item, node) => {
      const { kind, of } = node;
      if (kind === 'vehicle' && of instanceof VehicleEntry) void of.wantName();
      // Whoever points at its end has come through the list.
      if (kind === 'more' && of instanceof Account) void of.loadMore();
      item.tooltip = window.tooltip(node.line().tooltip);
      return item;
    },
    getChildren: (node) => (node ? node.children() : this.#nodes.roots()),
    getParent: (node) => node.parent(),
  });

  readonly lines: vscode.TreeDataProvider<TreeNode> = {
    ...this.#lines,
    // VS Code asks for the tooltip once somebody points at the line.
    getTreeItem: (node) => Object.assign(this.#lines.getTreeItem(node), { tooltip: undefined }),
    getChildren: (node) => {
      if (!this.#started) {
        this.#started = true;
        void this.#directory.load();
      }
      if (node?.kind === 'vehicle' && node.of instanceof VehicleEntry) void node.of.wantDetails();
      const nodes = this.#lines.getChildren(node);
      for (const { kind, of } of nodes) if (kind === 'vehicle' && of instanceof VehicleEntry) void of.wantLine();
      return nodes;
    },
  };

  /** Shows a vehicle, expanded and selected. */
  async reveal(vehicle: VehicleEntry): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    await this.#view.reveal(this.#nodes.of(vehicle), { select: true, focus: true, expand: true });
  }

  /** Moves the focus to the view, and once the vehicles of an account are listed, to the first of them. */
  async revealFirst(sessionId: string | undefined): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    await this.#directory.load();
    const account = this.#directory.accounts.find(({ session }) => session.id === sessionId);
    await account?.want();
    const vehicle = account?.vehicles[0];
    if (vehicle) await this.#view.reveal(this.#nodes.of(vehicle), { select: true, focus: true });
  }

  /**
   * Moves the focus to the first line that shows a failure, so that a screen reader reads it out. False if there is
   * none, or the view is not visible.
   */
  async showFailure(): Promise<boolean> {
    this.#flush();
    const line = this.#view.visible ? this.#nodes.failure() : undefined;
    if (line) await this.#view.reveal(line, { select: false, focus: true });
    return line !== undefined;
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
    clearInterval(this.#ticking);
    this.#endProgress?.();
  }

  /** Updates what changes with time: now, and every second while the view is visible. */
  #followVisibility(): void {
    clearInterval(this.#ticking);
    if (!this.#view.visible) return;
    this.#ticking = setInterval(() => this.#tick(), second);
    this.#tick();
  }

  #tick(): void {
    // Counts down a wait that the service has asked for.
    for (const { of, until } of retryTimesOf(this.#directory)) {
      if (until <= now()) void of.retry();
      else this.#redraw(of);
    }
    for (const account of accountsToRetry(this.#directory)) void account.retry();
    if (longWaits(this.#directory).length !== this.#nodes.above.waits.length) this.#redraw(undefined);
    this.#names.read();
  }

  /** Batches the changes of one turn of the event loop: fifty vehicles that begin to load are one event. */
  #redraw(change: DirectoryChange): void {
    if (this.#pending.size === 0) setImmediate(() => this.#flush());
    this.#pending.add(change);
  }

  #flush(): void {
    if (this.#pending.size === 0) return;
    const shown = [this.#nodes.above, this.#nodes.gather()];
    // What is shown above the vehicles is not repeated on their lines, and the short ID of each depends on the others.
    const isWhole =
      shown.some(({ failures, waits }) => failures.length + waits.length > 0) ||
      [...this.#pending].some((change) => !(change instanceof VehicleEntry));
    const changed = [...this.#pending];
    this.#pending.clear();
    // A name that is read may be that of others, too.
    const isHit = (of: VehicleEntry) =>
      changed.some((change) => change instanceof VehicleEntry && change.isNamedLike(of));
    this.#lines.redraw(
      this.#shell,
      ({ of }) => isWhole || changed.includes(of) || (of instanceof VehicleEntry && isHit(of)),
    );
  }

  /** Updates what surrounds the tree: description, key of the welcome text and progress bar. */
  #showState(): void {
    const { state, accounts, loading } = this.#directory;
    const answers = accounts.flatMap(({ list, vehicles }) => [list, ...vehicles.flatMap((each) => each.answers)]);
    const age = staleness(answers, { time: timeOnScreen });
    this.#view.description = joined(plainText(this.#environments.current(), 60), age);
    // Keep the view's first welcome text until something is known.
    if (this.#state !== state && (state !== 'loading' || accounts.length > 0)) {
      this.#state = state;
      void vscode.commands.executeCommand('setContext', stateKey, state);
    }
    if (loading === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!loading) return;
    const { promise, resolve } = withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId } }, () => promise);
  }
}
