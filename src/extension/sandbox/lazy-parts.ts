import * as vscode from 'vscode';
import { systemClock as clock } from '../../common/clock.ts';
import type { Logger } from '../../common/logger.ts';
import type { Accounts } from '../environments/connected-account.ts';
import { isSandboxEnvironment } from '../environments/settings/environments.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { CallableName, ControlRequest } from '../../sandbox/control/contract.ts';
import { callControl, sandboxLimitClock } from '../../sandbox-client/control-client.ts';
import type { LimitTime } from '../../service/model/limit-clock.ts';
import { ExternalSandbox } from '../../sandbox-client/external-sandbox.ts';
import { sandboxCommands } from './sandbox-commands.ts';
import { SandboxMonitor } from '../../sandbox-client/sandbox-monitor.ts';
import { SandboxTree } from './sandbox-tree.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { SharedSandbox } from '../../sandbox-client/shared-sandbox.ts';
import { showStatusItem } from './status-bar-item.ts';

/** VS Code's own fetch, looked up for each request, so that changed proxy settings take effect. */
const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);

/**
 * The sandbox that this window uses: the one in the environment variable, otherwise this machine's shared one. Does not
 * start it.
 */
export function openSandbox(context: vscode.ExtensionContext, log: Logger): Sandbox {
  const external = process.env.VEHICLE_DATA_SANDBOX_URL;
  if (external) return new ExternalSandbox(external, fetch);
  return new SharedSandbox({
    script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.js').fsPath,
    folder: context.globalStorageUri.fsPath,
    version: (context.extension.packageJSON as { version: string }).version,
    fetch,
    log,
  });
}

export async function ownerName(sandbox: Sandbox, id: string): Promise<string | undefined> {
  const addresses = await sandbox.find();
  if (!addresses) return undefined;
  const { owners } = await callControl(fetch, addresses.controlUrl, 'show', { query: { vehicles: 0 } });
  return owners.find((owner) => owner.id === id)?.name;
}

export function limitTime(sandbox: Sandbox): Promise<LimitTime> {
  return sandboxLimitClock(sandbox, fetch)();
}

/**
 * Creates everything that shows and controls the sandbox in VS Code. Checks whether a sandbox is running, but does not
 * start one.
 */
export function createParts(
  environments: Environments,
  sandbox: Sandbox,
  accounts: Accounts,
  { extensionKind, packageJSON }: Pick<vscode.Extension<unknown>, 'extensionKind' | 'packageJSON'>,
) {
  const host: WindowHost = {
    remoteName: vscode.env.remoteName,
    extension: extensionKind === vscode.ExtensionKind.UI ? 'ui' : 'workspace',
  };
  const monitor = new SandboxMonitor(sandbox, fetch, (packageJSON as { name: string }).name, clock);
  const tree = new SandboxTree(monitor, host);
  const status = showStatusItem(environments, sandbox, accounts, host, clock);
  if (isSandboxEnvironment(environments.current())) void sandbox.find().catch(() => undefined);
  const control = async <Name extends CallableName>(name: Name, request: ControlRequest<Name>) =>
    callControl(fetch, (await sandbox.addresses()).controlUrl, name, request);
  return {
    control,
    commands: sandboxCommands(sandbox, control, host, () => environments.current()),
    tree,
    monitor,
    dispose(): void {
      for (const each of [status, tree, monitor]) each.dispose();
    },
  };
}
