import type * as vscode from 'vscode';
import { guarded, shown } from './literal-texts.ts';

/** A view, which asks for its lines once the window is open. */
export interface ViewShell {
  readonly view: vscode.TreeView<unknown>;
  /** Makes VS Code ask again: for these lines, or for all. */
  readonly changed: vscode.EventEmitter<unknown>;
}

const given = new WeakSet<object>();

/** Whether a view gave this line to VS Code, so that nobody has made it up. */
export function isGiven(line: object): boolean {
  return given.has(line);
}

/** A view, whose texts are displayed literally. */
export function literalView<T>(view: vscode.TreeView<unknown>): vscode.TreeView<T> {
  const known = view as vscode.TreeView<T>;
  return guarded(known, { reveal: (...line) => reveal(known, ...line) });
}

/** The lines of a view, whose texts are displayed literally. */
export function literalLines<T extends object>(provider: vscode.TreeDataProvider<T>): vscode.TreeDataProvider<T> {
  return {
    getChildren: async (line) => {
      const lines = await provider.getChildren(line);
      for (const each of lines ?? []) given.add(each);
      return lines;
    },
    getParent: (line) => provider.getParent?.(line),
    getTreeItem: async (line) => shownItem(await provider.getTreeItem(line)),
    resolveTreeItem: async (item, line, token) =>
      shownItem((await provider.resolveTreeItem?.(item, line, token)) ?? item),
  };
}

/** Changed in place, because a tree item may keep its label and description as the constructor set them. */
function shownItem(item: vscode.TreeItem): vscode.TreeItem {
  return Object.assign(item, shown({ ...item }));
}

/**
 * Reveals a line of a tree after the event loop has turned: trees collect their changes until then, and VS Code cannot
 * find a line that it does not know yet. Where VS Code draws the tree again meanwhile, it reveals nothing, and is asked
 * again. A line that is gone by then cannot be revealed, which is not an error.
 */
async function reveal<T>(view: vscode.TreeView<T>, line: T, options?: RevealOptions<T>): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await new Promise((resume) => setImmediate(resume));
    const isDone = await Promise.resolve(view.reveal(line, options)).then(
      () => options?.select === false || view.selection.includes(line),
      () => false,
    );
    if (isDone) return;
  }
}

type RevealOptions<T> = Parameters<vscode.TreeView<T>['reveal']>[1];
