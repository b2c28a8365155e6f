import * as vscode from 'vscode';
import type { Account } from '../data/account.ts';
import { type CommonFailure, commonFailures, type IsReported, reportedBy } from '../data/common-failures.ts';
import { type LongWait, longWaits } from '../data/long-waits.ts';
import type { DirectoryChange, VehicleDirectory } from '../data/vehicle-directory.ts';
import type { TreeLine, LineContext } from './tree-line.ts';
import { environmentOf } from './node-owner.ts';
import type { TreeNode } from './tree-nodes.ts';
import { accountNode, childNodes, parentNode, rootNodes, showsAccounts, vehicleNode } from './tree-nodes.ts';
import { lineOf, accessibleLabel } from './node-lines.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { window } from '../../window/window.ts';

/** Represents a refresh of the whole view in the set of pending changes. */
const wholeTree = undefined;

/** The explorer tree. Shows what the directory knows, and requests the details of the vehicles on screen. */
export class VehicleTree implements vscode.Disposable {
  readonly #directory: VehicleDirectory;
  readonly #context: LineContext;
  readonly #changed: (nodes: TreeNode[] | undefined) => void;
  readonly #car: vscode.IconPath;
  readonly #subscription: vscode.Disposable;
  /** VS Code identifies a line by its object, so each account and vehicle keeps the same one. */
  readonly #nodes = new WeakMap<Account | VehicleEntry, TreeNode>();
  readonly #pending = new Set<TreeNode | typeof wholeTree>();
  #failures: readonly CommonFailure[] = [];
  #isReported: IsReported = () => false;
  #waits: readonly LongWait[] = [];
  #started = false;

  /**
   * @param changed called with the lines to redraw; undefined for all
   * @param car the icon of vehicles
   */
  constructor(
    directory: VehicleDirectory,
    context: Omit<LineContext, 'isReported'>,
    changed: (nodes: TreeNode[] | undefined) => void,
    car: vscode.IconPath,
  ) {
    this.#car = car;
    this.#directory = directory;
    this.#context = { ...context, isReported: (...failure) => this.#isReported(...failure) };
    this.#changed = changed;
    this.#subscription = directory.onDidChange((change) => this.#follow(change));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const line = lineOf(node, this.#context);
    const item = new vscode.TreeItem(line.label, collapsibleStates[line.children]);
    item.id = node.id;
    item.description = line.description;
    item.iconPath =
      line.icon === 'car' ? this.#car : new vscode.ThemeIcon(line.icon, line.tone && iconColors[line.tone]);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: accessibleLabel(line) };
    item.command = commandOf(node, line);
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === 'vehicle') void node.vehicle.wantName();
    // Whoever points at its end has come through the list.
    if (node.kind === 'more') void node.account.loadMore();
    item.tooltip = window.tooltip(lineOf(node, this.#context).tooltip);
    return item;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (!this.#started) {
      this.#started = true;
      void this.#directory.load();
    }
    if (node?.kind === 'vehicle') void node.vehicle.wantDetails();
    const nodes = node ? childNodes(node, this.#isReported) : rootNodes(this.#directory, this.#failures, this.#waits);
    for (const shown of nodes) if (shown.kind === 'vehicle') void shown.vehicle.wantLine();
    return nodes.map((shown) => this.#sameNode(shown));
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const parent = parentNode(node, this.#directory);
    return parent && this.#sameNode(parent);
  }

  /** The line of a vehicle, for `TreeView.reveal`. */
  nodeOf(vehicle: VehicleEntry): TreeNode {
    return this.#sameNode(vehicleNode(vehicle));
  }

  /** The first line that shows a failure, including those of vehicles. */
  failureLine(): TreeNode | undefined {
    this.#gatherFailures();
    const isFailure = (node: TreeNode) => node.kind === 'problem' || lineOf(node, this.#context).tone === 'warning';
    const search = (nodes: readonly TreeNode[]): TreeNode | undefined => {
      for (const node of nodes) {
        const found = node.kind === 'account' ? search(childNodes(node, this.#isReported)) : undefined;
        if (found) return found;
        if (node.kind !== 'account' && isFailure(node)) return this.#sameNode(node);
      }
      return undefined;
    };
    return search(rootNodes(this.#directory, this.#failures));
  }

  /** What "Copy" copies of a line. */
  valueOf(node: TreeNode): string | undefined {
    return lineOf(node, this.#context).value;
  }

  /** Redraws the line of an account or a vehicle, and the lines below it. */
  redraw(entry: Account | VehicleEntry): void {
    this.#follow(entry);
  }

  /** To be called regularly: checks whether a list takes long to arrive. */
  followWaits(): void {
    const before = this.#waits.length;
    if (longWaits(this.#directory, this.#context.now()).length !== before) this.#redraw(wholeTree);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #sameNode(node: TreeNode): TreeNode {
    switch (node.kind) {
      case 'account':
        return this.#sameOf(node.account, node);
      case 'vehicle':
        return this.#sameOf(node.vehicle, node);
      default:
        return node;
    }
  }

  #sameOf(of: Account | VehicleEntry, node: TreeNode): TreeNode {
    const known = this.#nodes.get(of) ?? node;
    this.#nodes.set(of, known);
    return known;
  }

  #follow(change: DirectoryChange): void {
    if (change === undefined) this.#redraw(wholeTree);
    else if ('account' in change) this.#redraw(this.nodeOf(change));
    // A single account has no line of its own: its lines are at the root.
    else this.#redraw(showsAccounts(this.#directory) ? this.#sameNode(accountNode(change)) : wholeTree);
  }

  #gatherFailures(): void {
    this.#failures = commonFailures(this.#directory);
    this.#isReported = reportedBy(this.#failures);
    this.#waits = longWaits(this.#directory, this.#context.now());
  }

  /** Batches the changes of one turn of the event loop: fifty vehicles that begin to load are one event. */
  #redraw(node: TreeNode | typeof wholeTree): void {
    if (this.#pending.size === 0) setImmediate(() => this.#flush());
    this.#pending.add(node);
  }

  #flush(): void {
    const before = this.#failures.length + this.#waits.length;
    this.#gatherFailures();
    // What is shown above the vehicles is not repeated on their lines, so these change as well.
    if (before + this.#failures.length + this.#waits.length > 0) this.#pending.add(wholeTree);
    const nodes = [...this.#pending].filter((node) => node !== wholeTree);
    const isWhole = this.#pending.has(wholeTree);
    this.#pending.clear();
    this.#changed(isWhole ? undefined : nodes);
  }
}

const iconColors = {
  warning: new vscode.ThemeColor('list.warningForeground'),
  quiet: new vscode.ThemeColor('disabledForeground'),
} as const;

const collapsibleStates: Readonly<Record<TreeLine['children'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

const commands: Readonly<Record<NonNullable<TreeLine['opens']>, string>> = {
  records: 'vehicleData.openChargeRecords',
  retry: 'vehicleData.retry',
  // On the line of a pending list, this command cancels the request; at the end of a list, it reads on.
  cancel: 'vehicleData.retry',
  more: 'vehicleData.retry',
  unlock: 'vehicleData.unlockSessions',
  reconnect: 'vehicleData.reconnect',
  'owner-page': 'vehicleData.openOwnerPage',
  'edit-environment': 'vehicleData.editEnvironment',
  'set-secret': 'vehicleData.setClientSecret',
  subscribe: 'vehicleData.subscribeVehicles',
  'explain-version': 'vehicleData.openHelp',
};

function commandOf(node: TreeNode, { opens, label }: TreeLine): vscode.Command | undefined {
  if (!opens) return undefined;
  const environment = node.kind === 'problem' ? environmentOf(node) : undefined;
  return {
    command: commands[opens],
    title: label,
    arguments: [environment === undefined ? node : { ...node, environment }],
  };
}
