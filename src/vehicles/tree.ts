import * as vscode from 'vscode';
import type { Account } from './account.ts';
import type { DirectoryChange, VehicleDirectory } from './directory.ts';
import type { TreeNode } from './nodes.ts';
import { accountNode, childNodes, parentNode, rootNodes, showsAccounts, vehicleNode } from './nodes.ts';
import type { Presentation, Wording } from './presentation.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** Node that stands for a whole view refresh in the set of pending changes. */
const wholeTree = undefined;

/** The explorer tree. Shows what the directory knows and asks it for the details of the vehicles on screen. */
export class VehicleTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #directory: VehicleDirectory;
  readonly #wording: Wording;
  readonly #didChange = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #subscription: vscode.Disposable;
  /** VS Code knows a line by its object, so each account and vehicle keeps its own. */
  readonly #nodes = new WeakMap<Account | VehicleEntry, TreeNode>();
  readonly #pending = new Set<TreeNode | typeof wholeTree>();
  #started = false;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(directory: VehicleDirectory, wording: Wording) {
    this.#directory = directory;
    this.#wording = wording;
    this.#subscription = vscode.Disposable.from(directory.onDidChange((change) => this.#changed(change)));
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const { present, spoken } = await import('./presentation.ts');
    const line = present(node, this.#wording);
    const item = new vscode.TreeItem(line.label, collapsibleStates[line.children]);
    item.id = node.id;
    item.description = line.description;
    item.iconPath = new vscode.ThemeIcon(line.icon, line.tone === 'warning' ? warningColor : undefined);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: spoken(line, this.#wording.t) };
    item.command = commandOf(node, line);
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const [{ present }, { tooltipMarkdown }] = await Promise.all([
      import('./presentation.ts'),
      import('../common/markdown.ts'),
    ]);
    const tooltip = new vscode.MarkdownString(tooltipMarkdown(present(node, this.#wording).tooltip));
    tooltip.isTrusted = false;
    item.tooltip = tooltip;
    return item;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (!this.#started) {
      this.#started = true;
      void this.#directory.load();
    }
    const { t } = this.#wording;
    const nodes = node ? childNodes(node, t) : rootNodes(this.#directory, t);
    for (const shown of nodes) if (shown.kind === 'vehicle') void shown.vehicle.want();
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

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  #sameNode(node: TreeNode): TreeNode {
    if (node.kind !== 'account' && node.kind !== 'vehicle') return node;
    const key = node.kind === 'account' ? node.account : node.vehicle;
    const known = this.#nodes.get(key);
    if (known) return known;
    this.#nodes.set(key, node);
    return node;
  }

  /** Gathers the changes of one turn: fifty vehicles that begin to load are one event. */
  #changed(change: DirectoryChange): void {
    if (this.#pending.size === 0) setImmediate(() => this.#flush());
    if (change === undefined) this.#pending.add(wholeTree);
    else if ('account' in change) this.#pending.add(this.nodeOf(change));
    // A single account has no line of its own: its lines are the root's.
    else this.#pending.add(showsAccounts(this.#directory) ? this.#sameNode(accountNode(change)) : wholeTree);
  }

  #flush(): void {
    const nodes = [...this.#pending].filter((node) => node !== wholeTree);
    const isWhole = this.#pending.has(wholeTree);
    this.#pending.clear();
    this.#didChange.fire(isWhole ? undefined : nodes);
  }
}

const warningColor = new vscode.ThemeColor('list.warningForeground');

const collapsibleStates: Readonly<Record<Presentation['children'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

function commandOf(node: TreeNode, { opens, label }: Presentation): vscode.Command | undefined {
  if (!opens) return undefined;
  const command = opens === 'records' ? 'vehicleData.openChargeRecords' : 'vehicleData.showMoreVehicles';
  return { command, title: label, arguments: [node] };
}
