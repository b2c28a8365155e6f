import * as vscode from 'vscode';
import { guarded, shown } from './literal-texts.ts';

/** `vscode.window.createTreeView`, whose texts are displayed literally. Apart from `window.ts`: it is needed at the start. */
export function createTreeView<T>(id: string, { treeDataProvider: provider, ...options }: vscode.TreeViewOptions<T>) {
  const resolve = provider.resolveTreeItem?.bind(provider);
  const treeDataProvider: vscode.TreeDataProvider<T> = {
    ...provider,
    getTreeItem: async (element) => shownItem(await provider.getTreeItem(element)),
    ...(resolve && {
      resolveTreeItem: async (item, element, token) => shownItem((await resolve(item, element, token)) ?? item),
    }),
  };
  const view = vscode.window.createTreeView(id, { ...options, treeDataProvider });
  return guarded(view, { reveal: (...line) => reveal(view, ...line) });
}

/** Changed in place, because a tree item may keep its label and description as the constructor set them. */
function shownItem(item: vscode.TreeItem): vscode.TreeItem {
  return Object.assign(item, shown({ ...item }));
}

/**
 * Reveals a line of a tree after the event loop has turned: trees collect their changes until then, and VS Code cannot
 * find a line that it does not know yet. A line that is gone by then cannot be revealed, which is not an error.
 */
async function reveal<T>(view: vscode.TreeView<T>, ...line: Parameters<vscode.TreeView<T>['reveal']>): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  await Promise.resolve(view.reveal(...line)).catch(() => undefined);
}
