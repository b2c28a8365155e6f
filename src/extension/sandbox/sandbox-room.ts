import * as vscode from 'vscode';
import { type Disposable, Emitter, type Event } from '../../common/event.ts';
import { dateTimeText } from '../../common/text/dates.ts';
import { callControl, control, sandboxLimitClock } from '../../sandbox-client/control-client.ts';
import { ExternalSandbox } from '../../sandbox-client/external-sandbox.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import { SandboxMonitor, type SandboxSnapshot } from '../../sandbox-client/sandbox-monitor.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { SharedSandbox } from '../../sandbox-client/shared-sandbox.ts';
import type { LimitClock } from '../../service/model/vehicle-data.ts';
import type { Accounts } from '../environments/connected-account.ts';
import { type Environments } from '../environments/settings/environments.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import { type Control, sandboxCommands } from './sandbox-commands.ts';
import { type SandboxItem, sandboxItems } from './sandbox-items.ts';
import type { ViewShell } from '../window/tree-view.ts';
import { treeOf } from '../window/view-lines.ts';
import { showStatusItem } from './status.ts';

/** How long changes are collected before they are shown: an application may send hundreds of requests a second. */
const gatherMs = 100;

/** VS Code's own fetch, looked up for each request, so that changed proxy settings take effect. */
const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);

/**
 * The sandbox that this window uses: the one in the environment variable, otherwise this machine's shared one. Does not
 * start it.
 */
export function openSandbox({ extension, extensionUri, globalStorageUri }: vscode.ExtensionContext): Sandbox {
  const external = process.env.VEHICLE_DATA_SANDBOX_URL;
  if (external) return new ExternalSandbox(external, fetch);
  return new SharedSandbox({
    script: vscode.Uri.joinPath(extensionUri, 'dist', 'sandbox.js').fsPath,
    folder: globalStorageUri.fsPath,
    version: (extension.packageJSON as { version: string }).version,
    fetch,
  });
}

/**
 * The name of an owner in the sandbox; undefined if no sandbox is running or it does not know the owner. Rejects with
 * ServiceError.
 */
export async function ownerName(sandbox: Sandbox, id: string): Promise<string | undefined> {
  const addresses = await sandbox.find();
  if (!addresses) return undefined;
  const { owners } = await callControl(fetch, addresses.controlUrl, 'show', { query: { vehicles: 0 } });
  return owners.find((owner) => owner.id === id)?.name;
}

/** The clock by which the sandbox's rate limits end. */
export function limitClockOf(sandbox: Sandbox): LimitClock {
  return sandboxLimitClock(sandbox, fetch);
}

/** What shows and controls the sandbox in VS Code. Starts none until a command or a request needs one. */
export class SandboxRoom implements Disposable {
  readonly commands: ReturnType<typeof sandboxCommands>;
  readonly #sandbox: Sandbox;
  readonly #environments: Environments;
  readonly #accounts: Accounts;
  readonly #host: WindowHost;
  readonly #monitor: SandboxMonitor;
  readonly #charged = new Emitter<string>();
  readonly #views: readonly Pick<vscode.TreeView<unknown>, 'visible'>[];
  #drawing: NodeJS.Timeout | undefined;
  readonly #disposables: Disposable[];
  #listeners = 0;
  #isUsed = false;
  /** Fires when `snapshot` may have changed. */
  readonly onDidChange: Event<void>;
  readonly onDidReport: Event<string>;

  /**
   * @param shell the Sandbox view
   * @param others while one of the views is visible, the sandbox is watched
   */
  constructor(
    sandbox: Sandbox,
    environments: Environments,
    accounts: Accounts,
    { extensionKind, packageJSON }: Pick<vscode.Extension<unknown>, 'extensionKind' | 'packageJSON'>,
    shell: ViewShell,
    others: readonly ViewShell[],
  ) {
    const views = [shell, ...others].map(({ view }) => view);
    this.#sandbox = sandbox;
    this.#environments = environments;
    this.#accounts = accounts;
    this.#views = views;
    this.#host = {
      remoteName: vscode.env.remoteName,
      extension: extensionKind === vscode.ExtensionKind.UI ? 'ui' : 'workspace',
    };
    this.#monitor = new SandboxMonitor(sandbox, fetch, (packageJSON as { name: string }).name);
    this.onDidChange = this.#monitor.onDidChange;
    this.onDidReport = this.#monitor.onDidReport;
    this.commands = sandboxCommands(sandbox, this.control, this.#host, environments);
    this.#disposables = [
      this.#monitor,
      this.#charged,
      this.#monitor.onDidChange(() => {
        this.#drawing ??= setTimeout(() => {
          this.#drawing = undefined;
          this.#lines.redraw(shell);
        }, gatherMs);
      }),
      this.#monitor.onDidAddCharge((vehicleId) => this.#charged.fire(vehicleId)),
      ...views.map(({ onDidChangeVisibility }) => onDidChangeVisibility(() => this.#watch())),
    ];
  }

  /** The sandbox's state. Empty while none is running, so that the view's welcome content offers to start it. */
  readonly #lines = treeOf(() => {
    const { snapshot } = this.#monitor;
    const moment = (iso: string) => dateTimeText(Date.parse(iso), vscode.env.language);
    return snapshot ? sandboxItems(snapshot, moment, this.#host) : [];
  });

  readonly lines: vscode.TreeDataProvider<SandboxItem> = {
    ...this.#lines,
    getChildren: async (line) => {
      // While this is pending, VS Code shows progress instead of an empty view or an offer to start a sandbox that may
      // be running.
      await this.#monitor.looked;
      return this.#lines.getChildren(line);
    },
  };

  /** Undefined while no sandbox is known to run. */
  snapshot(): SandboxSnapshot | undefined {
    return this.#monitor.snapshot;
  }

  /** Fires when a charge was added to the vehicle with this ID. The sandbox is watched while there are listeners. */
  readonly onDidAddCharge: Event<string> = (listener) => {
    const listening = this.#charged.event(listener);
    this.#listeners += 1;
    this.#watch();
    return {
      dispose: () => {
        listening.dispose();
        this.#listeners -= 1;
        this.#watch();
      },
    };
  };

  readonly control: Control = (name, request) => control(this.#sandbox, name, request);

  /** This window uses the extension: shows the status bar item. VS Code starts the extension in windows that never do. */
  noteUse(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    this.#disposables.push(showStatusItem(this.#environments, this.#sandbox, this.#accounts, this.#host));
    if (isSandboxEnvironment(this.#environments.current())) void this.#sandbox.find().catch(() => undefined);
    this.#watch();
  }

  dispose(): void {
    clearTimeout(this.#drawing);
    for (const each of this.#disposables) each.dispose();
  }

  /** Nothing is asked before the window uses anything. */
  #watch(): void {
    if (this.#isUsed) this.#monitor.setWatching(this.#listeners > 0 || this.#views.some(({ visible }) => visible));
  }
}
