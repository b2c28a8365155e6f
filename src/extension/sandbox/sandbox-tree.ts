import * as vscode from 'vscode';
import { dateTimeText } from '../../common/text/local-time.ts';
import { sandboxItems, accessibleLabel } from './sandbox-items.ts';
import type { SandboxItem } from './sandbox-items.ts';
import type { SandboxMonitor } from '../../sandbox-client/sandbox-monitor.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import { window } from '../window/window.ts';

/** How long changes are gathered before they are shown: an application may send hundreds of requests a second. */
const gatherMs = 100;

/** The sandbox's state as a tree. Empty while none runs: the view's welcome then offers to start it. */
export class SandboxTree implements vscode.TreeDataProvider<SandboxItem>, vscode.Disposable {
  readonly #monitor: SandboxMonitor;
  readonly #host: WindowHost;
  readonly #didChange = new vscode.EventEmitter<void>();
  readonly #subscription: { dispose(): void };
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(monitor: SandboxMonitor, host: WindowHost) {
    this.#monitor = monitor;
    this.#host = host;
    this.#subscription = monitor.onDidChange(() => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#didChange.fire();
      }, gatherMs);
    });
  }

  async getChildren(line?: SandboxItem): Promise<SandboxItem[]> {
    if (line) return [...(line.children ?? [])];
    // VS Code shows progress in the view meanwhile, and neither a blank nor the offer to start what may be running.
    await this.#monitor.looked;
    const { snapshot } = this.#monitor;
    const moment = (iso: string) => dateTimeText(Date.parse(iso), vscode.env.language);
    return snapshot ? [...sandboxItems(snapshot, vscode.l10n.t, moment, this.#host)] : [];
  }

  getTreeItem(line: SandboxItem): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    // A group can be unfolded even while it is empty: VS Code would keep one that only becomes so later folded.
    const item = new vscode.TreeItem(line.label, !line.children ? None : line.isOpen ? Expanded : Collapsed);
    item.id = line.id;
    item.description = line.description;
    item.iconPath = new vscode.ThemeIcon(line.icon);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: accessibleLabel(line) };
    item.tooltip = window.tooltip([line.label, line.description, ...(line.tooltip ? [line.tooltip] : [])]);
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#didChange.dispose();
  }
}
