import * as vscode from 'vscode';
import type { JournalEntry, Outcome, RequestJournal } from './journal.ts';
import { presentRequest } from './presentation.ts';

const colors: Readonly<Record<Outcome, vscode.ThemeColor>> = {
  ok: new vscode.ThemeColor('testing.iconPassed'),
  refused: new vscode.ThemeColor('list.warningForeground'),
  failed: new vscode.ThemeColor('list.errorForeground'),
};

/** The requests of this extension, newest first. */
export class RequestsTree implements vscode.TreeDataProvider<JournalEntry>, vscode.Disposable {
  readonly #journal: RequestJournal;
  readonly #time: (at: number) => string;
  readonly #didChange = new vscode.EventEmitter<void>();
  readonly #subscription: { dispose(): void };
  #isPending = false;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(journal: RequestJournal, time: (at: number) => string) {
    this.#journal = journal;
    this.#time = time;
    this.#subscription = journal.onDidChange(() => this.#changed());
  }

  getChildren(entry?: JournalEntry): JournalEntry[] {
    return entry ? [] : [...this.#journal.entries];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(entry: JournalEntry): vscode.TreeItem {
    const line = presentRequest(entry, vscode.l10n.t, this.#time);
    const item = new vscode.TreeItem(line.label);
    item.id = String(entry.id);
    item.description = line.description;
    item.iconPath = new vscode.ThemeIcon(line.icon, colors[line.outcome]);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: line.spoken };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, entry: JournalEntry): Promise<vscode.TreeItem> {
    const { tooltipMarkdown } = await import('../common/markdown.ts');
    const { tooltip: lines } = presentRequest(entry, vscode.l10n.t, this.#time);
    const tooltip = new vscode.MarkdownString(tooltipMarkdown(lines));
    tooltip.isTrusted = false;
    item.tooltip = tooltip;
    return item;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  /** Requests that end together are one change of the view. */
  #changed(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    setImmediate(() => {
      this.#isPending = false;
      this.#didChange.fire();
    });
  }
}
