import * as vscode from 'vscode';
import { literalLines } from './tree-view.ts';
import { window } from './window.ts';

/** A line of a view, independent of VS Code. All texts are plain. */
export interface ViewLine {
  /** Stays the same while the line changes. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Name of a theme icon, or an image; empty: none. */
  readonly icon: string | vscode.IconPath;
  /** Colors the icon. */
  readonly outcome?: 'ok' | 'refused' | 'failed' | 'quiet' | undefined;
  /** Determine which actions it has. */
  readonly tokens: readonly string[];
  /** For screen readers, if the texts alone don't say what the icon does. */
  readonly spoken?: string;
  /** The first line is the heading. Empty where a view makes it once somebody points at the line. */
  readonly tooltip: readonly string[];
  /** The ID of the command that a click runs for this line. */
  readonly opens?: string;
  readonly children?: readonly ViewLine[];
  /** Its children are hidden at first. */
  readonly isClosed?: boolean;
}

const outcomeColors = {
  ok: new vscode.ThemeColor('testing.iconPassed'),
  refused: new vscode.ThemeColor('list.warningForeground'),
  failed: new vscode.ThemeColor('list.errorForeground'),
  quiet: new vscode.ThemeColor('disabledForeground'),
};

/** A view of these lines, which each have those below them. Only lines of the first level can be revealed. */
export function treeOf<Line extends ViewLine>(first: () => readonly Line[]) {
  return literalLines<Line>({
    getChildren: (line) => (line ? ((line.children ?? []) as readonly Line[]) : first()),
    getTreeItem: (line) => {
      const { children = [], isClosed = false } = line;
      return treeItem(line, children.length === 0 ? undefined : isClosed ? 'closed' : 'open');
    },
    getParent: () => undefined,
  });
}

/**
 * @param below whether it has lines below it, and whether they are hidden at first
 * @param element what its command gets
 */
export function treeItem(line: ViewLine, below?: 'open' | 'closed', element: unknown = line): vscode.TreeItem {
  const { id, label, description, icon, outcome, tokens, tooltip, opens } = line;
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, below === 'open' ? Expanded : below ? Collapsed : None);
  // VS Code would keep a line collapsed that becomes expandable later: by another ID, it is another one.
  item.id = below === 'open' ? `${id}/group` : id;
  item.description = description;
  if (icon !== '')
    item.iconPath = typeof icon === 'string' ? new vscode.ThemeIcon(icon, outcome && outcomeColors[outcome]) : icon;
  item.contextValue = tokens.join(';');
  const spoken = line.spoken ?? [label, description].filter((part) => part !== '').join(', ');
  item.accessibilityInformation = { label: spoken };
  if (tooltip.length > 0) item.tooltip = window.tooltip(tooltip);
  if (opens !== undefined)
    item.command = { command: opens, title: vscode.l10n.t('Open Details'), arguments: [element] };
  return item;
}
