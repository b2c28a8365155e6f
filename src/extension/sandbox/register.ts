import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { type Disposable, Emitter, type Event } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import type { Accounts } from '../environments/connected-account.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { LimitClock } from '../../service/model/limit-clock.ts';
import { sandboxCommandIds } from './command-ids.ts';
import type { LiveSandbox } from './live-sandbox.ts';
import type { SandboxMonitor } from '../../sandbox-client/sandbox-monitor.ts';
import type { SandboxItem } from './sandbox-items.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { createTreeView } from '../window/tree-view.ts';

export interface RegisteredSandbox extends LiveSandbox {
  /** Addresses of this machine's sandbox, which is started if necessary. Rejects with ServiceError. */
  addresses(): ReturnType<Sandbox['addresses']>;
  /**
   * The name of an owner in the sandbox; undefined if no sandbox is running or it does not know the owner. Rejects with
   * ServiceError.
   */
  ownerName(id: string): Promise<string | undefined>;
  /** The clock by which the sandbox's rate limits end. */
  readonly limitClock: LimitClock;
  /** Fires when a charge was added to the vehicle with this ID. The sandbox is watched while there are listeners. */
  readonly onDidAddCharge: Event<string>;
  /** Shows the extension's status bar item. */
  showStatus(): void;
  readonly disposables: readonly Disposable[];
}

/**
 * Registers the sandbox's commands and view. Their code is loaded on first use. Starts nothing.
 *
 * @param environments a function, like `accounts`, because other parts of the extension create these later
 */
export function registerSandbox(
  context: vscode.ExtensionContext,
  log: Logger,
  environments: () => Environments,
  accounts: () => Accounts,
): RegisteredSandbox {
  const didChange = new vscode.EventEmitter<void>();
  const didAddCharge = new Emitter<string>();
  const didSee = new Emitter<void>();
  const views = new Set<Pick<vscode.TreeView<unknown>, 'visible'>>();
  let monitor: SandboxMonitor | undefined;
  let listeners = 0;
  const sandbox = lazy(async () => (await import('./lazy-parts.ts')).openSandbox(context, log));
  const parts = lazy(async () => {
    const { createParts } = await import('./lazy-parts.ts');
    const made = createParts(environments(), await sandbox(), accounts(), context.extension);
    made.tree.onDidChangeTreeData(() => didChange.fire());
    ({ monitor } = made);
    made.monitor.onDidChange(() => didSee.fire());
    made.monitor.onDidAddCharge((vehicleId) => didAddCharge.fire(vehicleId));
    return made;
  });
  const view = createTreeView<SandboxItem>('vehicleData.sandbox', {
    treeDataProvider: {
      onDidChangeTreeData: didChange.event,
      getChildren: async (item) => (await parts()).tree.getChildren(item),
      getTreeItem: async (item) => (await parts()).tree.getTreeItem(item),
    },
  });
  const isWatched = () => listeners > 0 || [view, ...views].some(({ visible }) => visible);
  const showStatus = async () => (await parts()).monitor.setWatching(isWatched());
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
  // Deferred until an account is used: VS Code starts the extension in every window, and most never use it.
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
    snapshot: () => monitor?.snapshot,
    onDidChange: didSee.event,
    watchWhileVisible(shown) {
      views.add(shown);
      // Nothing is loaded for it: an account in use, the Sandbox view or a command does that.
      return shown.onDidChangeVisibility(() => void (parts.peek() && showStatus()));
    },
    control: async (...call) => {
      const { control } = await parts();
      void showStatus();
      return control(...call);
    },
    showStatus: () => void showStatus(),
    disposables: [view, didChange, view.onDidChangeVisibility(showStatus), ...commands, whatWasOpened],
  };
}
