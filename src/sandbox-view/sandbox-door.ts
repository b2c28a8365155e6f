import * as vscode from 'vscode';
import type { Accounts } from '../environments/accounts.ts';
import { sandboxCommandIds } from '../environments/command-ids.ts';
import type { Environments } from '../environments/environments.ts';
import type { SandboxLine } from './sandbox-lines.ts';
import type { SandboxRoom } from './sandbox-room.ts';
import type { Sandbox } from './sandbox.ts';

const viewId = 'vehicleData.sandbox';

export interface SandboxDoor extends vscode.Disposable {
  /** Shows the status bar's item; somebody uses the extension. */
  open(): void;
}

/** Registers the sandbox's commands and its view; what they do is loaded after activation, or with the first use. */
export function openSandboxDoor(
  environments: Environments,
  sandbox: () => Promise<Sandbox>,
  accounts: () => Accounts,
  extensionKind: vscode.ExtensionKind,
): SandboxDoor {
  let opened: Promise<SandboxRoom> | undefined;
  let isDisposed = false;
  const room = () =>
    (opened ??= Promise.all([import('./sandbox-room.ts'), sandbox()]).then(([{ createSandboxRoom }, each]) => {
      const created = createSandboxRoom(environments, each, accounts(), extensionKind);
      created.tree.onDidChangeTreeData(() => changed.fire());
      if (isDisposed) created.dispose();
      return created;
    }));
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<SandboxLine>(viewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (line) => (await room()).tree.getChildren(line),
      getTreeItem: async (line) => (await room()).tree.getTreeItem(line),
    },
  });
  const look = async () => (await room()).setVisible(view.visible);
  const commands = sandboxCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => (await room()).commands[id](argument)),
  );
  // The status bar's item. VS Code starts the extension in every window, most of which have nothing to do with it.
  setImmediate(() => void accounts().inUse.then(look));
  const registrations = [view, changed, view.onDidChangeVisibility(look), ...commands];
  return {
    open: () => void look(),
    dispose() {
      isDisposed = true;
      for (const each of registrations) each.dispose();
      void opened?.then((each) => each.dispose());
    },
  };
}
