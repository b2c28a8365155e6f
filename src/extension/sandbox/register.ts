import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { type Disposable, Emitter, type Event } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import type { Accounts } from '../environments/connected-account.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { LimitClock } from '../../service/model/limit-clock.ts';
import { sandboxCommandIds } from './command-ids.ts';
import type { SandboxItem } from './sandbox-items.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { window } from '../window/window.ts';

export interface RegisteredSandbox {
  /** Addresses of this machine's sandbox, which is started where it doesn't run. Rejects with ServiceError. */
  addresses(): ReturnType<Sandbox['addresses']>;
  /** What the sandbox calls an owner; undefined where none runs, or none knows the owner. Rejects with ServiceError. */
  ownerName(id: string): Promise<string | undefined>;
  /** By which the sandbox's rate limits end. */
  readonly limitClock: LimitClock;
  /** Somebody has added a charge to the vehicle with this ID. The sandbox is watched while anyone listens. */
  readonly onDidAddCharge: Event<string>;
  /** Shows the extension's status bar item. */
  showStatus(): void;
  readonly disposables: readonly Disposable[];
}

/**
 * Registers the sandbox's commands and view; their code is loaded with the first use. Starts nothing.
 *
 * @param environments and accounts: those of other rooms, which exist once all rooms are built
 */
export function registerSandbox(
  context: vscode.ExtensionContext,
  log: Logger,
  environments: () => Environments,
  accounts: () => Accounts,
): RegisteredSandbox {
  const didChange = new vscode.EventEmitter<void>();
  const didAddCharge = new Emitter<string>();
  let listeners = 0;
  const sandbox = lazy(async () => (await import('./lazy-parts.ts')).openSandbox(context, log));
  const parts = lazy(async () => {
    const { createParts } = await import('./lazy-parts.ts');
    const made = createParts(environments(), await sandbox(), accounts(), context.extension);
    made.tree.onDidChangeTreeData(() => didChange.fire());
    made.monitor.onDidAddCharge((vehicleId) => didAddCharge.fire(vehicleId));
    return made;
  });
  const view = window.createTreeView<SandboxItem>('vehicleData.sandbox', {
    treeDataProvider: {
      onDidChangeTreeData: didChange.event,
      getChildren: async (item) => (await parts()).tree.getChildren(item),
      getTreeItem: async (item) => (await parts()).tree.getTreeItem(item),
    },
  });
  const showStatus = async () => (await parts()).monitor.setWatching(view.visible || listeners > 0);
  const onDidAddCharge: Event<string> = (listener) => {
    const listening = didAddCharge.event(listener);
    listeners += 1;
    void showStatus();
    return {
      dispose() {
        listening.dispose();
        listeners -= 1;
        void showStatus();
      },
    };
  };
  const commands = sandboxCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (argument?: object) => (await parts()).commands[id](argument)),
  );
  // VS Code starts the extension in every window, most of which have nothing to do with it.
  setImmediate(() => void accounts().inUse.then(showStatus));
  const whatWasOpened = {
    dispose() {
      void parts.peek()?.then((each) => each.dispose());
      void sandbox.peek()?.then((each) => each.dispose());
    },
  };
  return {
    addresses: async () => (await sandbox()).addresses(),
    ownerName: async (id) => (await import('./lazy-parts.ts')).ownerName(await sandbox(), id),
    limitClock: async () => (await import('./lazy-parts.ts')).limitTime(await sandbox()),
    onDidAddCharge,
    showStatus: () => void showStatus(),
    disposables: [view, didChange, view.onDidChangeVisibility(showStatus), ...commands, whatWasOpened],
  };
}
