import * as vscode from 'vscode';
import { dateTimeText } from '../../common/text/dates.ts';
import { sandboxItems, accessibleLabel } from './sandbox-items.ts';
import type { SandboxItem } from './sandbox-items.ts';
import type { SandboxMonitor } from '../../sandbox-client/sandbox-monitor.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import { window } from '../window/window.ts';

/** How long changes are collected before they are shown: an application may send hundreds of requests a second. */
const gatherMs = 100;

/**
 * The sandbox's state as a tree. Empty while none is running, so that the view's welcome content offers to start it.
 */
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
    // While this is pending, VS Code shows progress instead of an empty view or an offer to start a sandbox that may be
    // running.
    await this.#monitor.looked;
    const { snapshot } = this.#monitor;
    const moment = (iso: string) => dateTimeText(Date.parse(iso), vscode.env.language);
    return snapshot ? [...sandboxItems(snapshot, vscode.l10n.t, moment, this.#host)] : [];
  }

  getTreeItem(line: SandboxItem): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const isExpandable = line.children !== undefined && line.children.length > 0;
    const item = new vscode.TreeItem(line.label, !isExpandable ? None : line.isOpen ? Expanded : Collapsed);
    // VS Code would keep a line collapsed that becomes expandable later: by another ID, it is another one.
    item.id = isExpandable ? `${line.id}/group` : line.id;
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
