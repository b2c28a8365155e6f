import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowListener } from '../../mcp/channel/window-listener.ts';
import type { Disposable } from '../../common/event.ts';
import { log } from '../../common/logger.ts';
import { t } from '../../common/translate.ts';
import type { SessionClients } from '../auth/provider/session-clients.ts';
import type { AgentPermissions } from '../auth/sessions/agent-permissions.ts';
import type { Sessions } from '../auth/sessions/session-info.ts';
import { window } from '../window/window.ts';
import { AgentAccess, type AgentPair } from './agent-access.ts';
import { launcherOf, refreshLauncher } from './launcher.ts';
import { SetUpAgents } from './set-up-agents.ts';

/** Less than a minute, after which clients give up. */
const patienceMs = 45_000;

/**
 * What this window offers to agents outside its chat: a channel while there are accounts, and control over what they
 * may read.
 */
export class AgentChannel {
  readonly setUp: SetUpAgents;
  readonly #sessions: Sessions;
  readonly #clients: SessionClients;
  readonly #storage: string;
  readonly #access: AgentAccess;
  readonly #watching: readonly Disposable[];
  #listener: WindowListener | undefined;
  #following: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(
    sessions: Sessions,
    clients: SessionClients,
    permissions: AgentPermissions,
    context: vscode.ExtensionContext,
  ) {
    this.#sessions = sessions;
    this.#clients = clients;
    // Identifies the accounts by the folder in which VS Code keeps this extension's files.
    this.#storage = createHash('sha256').update(context.globalStorageUri.toString()).digest('base64url').slice(0, 16);
    const ask = (pair: AgentPair, isWanted: boolean) => this.#ask(pair, isWanted);
    const access = (this.#access = new AgentAccess(permissions, context.secrets, ask, patienceMs));
    this.#watching = [
      // An account that has been signed out must no longer be readable.
      sessions.onDidChange(() => permissions.noteChange()),
      sessions.onDidChange(() => this.#followNext()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.#listener?.touch()),
    ];
    const nameOf = async (account: string) => (await this.#account(account))?.account.label;
    const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'mcp.js').fsPath;
    const launcher = launcherOf(script, context.globalStorageUri.fsPath);
    this.setUp = new SetUpAgents(launcher, access, nameOf);
    refreshLauncher(launcher).catch((error: unknown) => log.warn(`Agents can’t start: ${String(error)}`));
    this.#followNext();
  }

  readonly commands = { 'vehicleData.setUpAgents': () => this.setUp.run() };

  /** Listens only while there are accounts. Changes are processed one at a time. */
  #followNext(): void {
    this.#following = this.#following.then(() => this.#follow());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#followNext();
    for (const each of this.#watching) each.dispose();
  }

  async #follow(): Promise<void> {
    try {
      const hasAccounts = !this.#isDisposed && (await this.#sessions.list()).length > 0;
      if (hasAccounts && !this.#listener) {
        // A gate: what agents are answered with.
        const { answerAgents } = await import('./agent-requests.ts');
        this.#listener = await answerAgents(this.#sessions, this.#clients, this.#access, this.#storage);
      } else if (!hasAccounts && this.#listener) {
        const listener = this.#listener;
        this.#listener = undefined;
        await listener.dispose();
      }
    } catch (error) {
      log.warn(`Agents can’t reach the accounts of this window: ${String(error)}`);
    }
  }

  async #account(id: string) {
    return (await this.#sessions.list()).find((each) => each.id === id);
  }

  async #ask({ client, account: id }: AgentPair, isWanted: boolean): Promise<boolean> {
    const { l10n } = vscode;
    const session = await this.#account(id);
    if (!session) return false;
    const { account, state, ownerId } = session;
    const detail = [
      l10n.t('It can read vehicles, battery capacity and charge records, which show where and when a car was charged.'),
      l10n.t('It gets no token. Any program that you run can use this name.'),
      ...(state === 'application' || ownerId !== undefined ? [l10n.t('Your plan may charge for its requests.')] : []),
      l10n.t('“Set Up Other Agents…” revokes this.'),
    ].join(' ');
    const message = t('Allow the agent “{0}” to read the account “{1}”?', client, account.label);
    return isWanted ? window.confirm(message, l10n.t('Allow'), detail) : window.consent(message, detail);
  }
}
