import * as vscode from 'vscode';
import type { Logger } from '../../../common/logger.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { showError } from '../../notifications/show-error.ts';
import { asServiceError } from '../../../service/model/errors.ts';
import type { ConnectedSessions } from './connected-sessions.ts';
import type { MovedEnvironment } from './address-prompts.ts';
import type { ReconnectPrompts } from './reconnect-prompts.ts';
import { remedyFor } from './remedy.ts';
import { nameOf } from '../sessions/session-errors.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import type { TokenManager } from '../refresh/token-manager.ts';
import { window } from '../../window/window.ts';
import { t } from '../../../common/translate.ts';

export interface AuthCommandsOptions {
  readonly sessions: Pick<ConnectedSessions, 'list' | 'remove' | 'accessToken'>;
  readonly environments: Pick<Environments, 'current'>;
  readonly signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>;
  readonly tokenManager: Pick<TokenManager, 'refresh'>;
  /** See `WindowSessions.unlock`. */
  readonly unlock: () => Promise<void>;
  readonly requests: Pick<ReconnectPrompts, 'showOnce'>;
  readonly log: Logger;
}

/** The commands of this room. Each asks for what its argument omits, and reports its outcome itself, once. */
export class AuthCommands {
  readonly #options: AuthCommandsOptions;

  constructor(options: AuthCommandsOptions) {
    this.#options = options;
  }

  /**
   * Returns the id of the connected session; undefined if there is none. `from` is set by the view's own buttons, which
   * disappear afterwards: the view then shows the environment of the account, and gets the keyboard focus.
   */
  async connect(argument?: { environment?: string; from?: 'view' }): Promise<string | undefined> {
    const environment = argument?.environment ?? this.#options.environments.current();
    const retry = () => this.connect({ ...argument, environment });
    return this.#attempt({ environment, isConnecting: true, retry }, async () => {
      const { id, account } = await this.#options.signIn(environment, []);
      void window.showInformationMessage(vscode.l10n.t('{0} is connected.', account.label));
      if (argument?.from === 'view') {
        const { executeCommand } = vscode.commands;
        if (environment !== this.#options.environments.current()) {
          await executeCommand('vehicleData.selectEnvironment', { environment });
        }
        void executeCommand('vehicleData.vehicles.focus');
      }
      return id;
    });
  }

  /** Asks for confirmation, unless it is called with an id. Returns whether it signed out. */
  async signOut(argument?: { sessionId?: string }): Promise<boolean> {
    const { l10n } = vscode;
    const retry = () => this.signOut(argument);
    const isDone = await this.#attempt({ retry }, async () => {
      const session = await this.#choose(argument?.sessionId, l10n.t('Select an account to sign out of'));
      if (!session) return false;
      if (argument?.sessionId === undefined) {
        const detail = l10n.t('To use this account again, its owner has to grant access again.');
        const confirm = l10n.t('Sign Out');
        const message = l10n.t('Sign out of {0}?', session.account.label);
        if ((await window.showWarningMessage(message, { modal: true, detail }, confirm)) !== confirm) return false;
      }
      await this.#options.sessions.remove(session.id);
      window.setStatusBarMessage(l10n.t('Signed out of {0}', session.account.label), 5000);
      return true;
    });
    return isDone ?? false;
  }

  /** Returns whether the tokens were refreshed. */
  async refreshTokens(argument?: { sessionId?: string }): Promise<boolean> {
    const { l10n } = vscode;
    const session = await this.#attempt({ retry: () => this.refreshTokens(argument) }, () =>
      this.#choose(argument?.sessionId, l10n.t('Select an account to refresh its tokens')),
    );
    if (!session) return false;
    const { id: sessionId, environment, account } = session;
    const location = vscode.ProgressLocation.Notification;
    const title = l10n.t('Refreshing tokens of {0}…', account.label);
    const retry = () => this.refreshTokens({ sessionId });
    const isDone = await this.#attempt({ environment, sessionId, retry }, async () => {
      await window.withProgress({ location, title }, async () => this.#options.tokenManager.refresh(sessionId));
      window.setStatusBarMessage(l10n.t('Refreshed tokens of {0}', account.label), 5000);
      return true;
    });
    return isDone ?? false;
  }

  /**
   * Always asks for confirmation, because any extension can call it and read the clipboard. Returns whether it copied.
   */
  async copyAccessToken(argument?: { sessionId?: string }): Promise<boolean> {
    const { l10n } = vscode;
    const retry = () => this.copyAccessToken(argument);
    const isDone = await this.#attempt({ retry }, async () => {
      const session = await this.#choose(argument?.sessionId, l10n.t('Select an account to copy its access token'));
      if (!session) return false;
      const message = l10n.t('Copy the access token of {0}?', session.account.label);
      const detail =
        session.state === 'application'
          ? l10n.t('Whoever has it can read the vehicles of all owners of this application until it expires.')
          : l10n.t('Whoever has it can read this owner’s vehicles until it expires.');
      const copy = l10n.t('Copy');
      if ((await window.showWarningMessage(message, { modal: true, detail }, copy)) !== copy) return false;
      await vscode.env.clipboard.writeText(await this.#options.sessions.accessToken(session.id));
      window.setStatusBarMessage(l10n.t('Access token copied'), 5000);
      return true;
    });
    return isDone ?? false;
  }

  /** Tries the keyring again. Returns whether every session can be used now. */
  async unlock(): Promise<boolean> {
    const { l10n, commands } = vscode;
    const isDone = await this.#attempt({ retry: () => this.unlock() }, async () => {
      await this.#options.unlock();
      const locked = (await this.#options.sessions.list()).find(({ state }) => state === 'locked');
      if (!locked) return true;
      const diagnose = l10n.t('Show Sign-in Diagnostics');
      const again = l10n.t('Connect Again');
      const message = l10n.t(
        'The keyring is still locked. Unlock it and try again. If the key is lost, connect the account again.',
      );
      void window.showWarningMessage(message, diagnose, again).then((choice) => {
        if (choice === diagnose) void commands.executeCommand('vehicleData.showSignInDiagnostics');
        if (choice === again) void this.connect({ environment: locked.environment });
      });
      return false;
    });
    return isDone ?? false;
  }

  async #choose(sessionId: string | undefined, title: string): Promise<SessionInfo | undefined> {
    const { l10n } = vscode;
    const sessions = await this.#options.sessions.list();
    if (sessionId !== undefined) {
      const session = sessions.find(({ id }) => id === sessionId);
      if (!session) void window.showInformationMessage(l10n.t('This account is no longer connected.'));
      return session;
    }
    if (sessions.length === 0) {
      const connect = l10n.t('Connect');
      void window.showInformationMessage(l10n.t('No account is connected.'), connect).then((choice) => {
        if (choice === connect) void this.connect();
      });
    }
    if (sessions.length <= 1) return sessions[0];
    const items = sessions.map((session) => ({
      label: session.account.label,
      description: session.environment,
      session,
    }));
    return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.session;
  }

  async #attempt<T>(remedies: Remedies, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // Not awaited: a command called by automation must not wait for the user.
      void this.#show(error, remedies);
      return undefined;
    }
  }

  async #show(thrown: unknown, { environment, sessionId, retry, isConnecting }: Remedies): Promise<void> {
    const error = asServiceError(thrown);
    if (error !== thrown) this.#options.log.warn(`A command failed unexpectedly: ${nameOf(thrown)}`);
    const found = remedyFor(thrown);
    // While an account is being connected, there is nothing to reconnect.
    const remedy = found === 'reconnect' && isConnecting ? 'retry' : found;
    const reconnect = () => this.connect(environment === undefined ? undefined : { environment });
    const show = () => showError(error, { environment, remedy, retry, reconnect, opensBrowser: isConnecting });
    const isRequest = sessionId !== undefined && remedy === 'reconnect';
    await (isRequest ? this.#options.requests.showOnce(sessionId, show) : show());
  }
}

/** What the button under a failure needs. */
interface Remedies {
  readonly environment?: string;
  /** Id of the session that failed. */
  readonly sessionId?: string;
  readonly isConnecting?: boolean;
  readonly retry: () => Promise<unknown>;
}

/** Asks the user to connect an account again. Resolves when the message has been closed. */
export async function promptToReconnect({
  account,
  environment,
}: Pick<SessionInfo, 'account' | 'environment'>): Promise<void> {
  const { l10n } = vscode;
  const again = l10n.t('Connect Again');
  const message = l10n.t('Access to {0} has ended. The owner has to grant it again.', account.label);
  if ((await window.showWarningMessage(message, again)) !== again) return;
  await vscode.commands.executeCommand('vehicleData.connect', { environment });
}

/** Asks whether tokens and secret may be sent to an environment's new address. Anything but that button means no. */
export async function promptForAddress({ name, from, to }: MovedEnvironment): Promise<boolean> {
  const { l10n } = vscode;
  const send = l10n.t('Send There');
  const message = t(
    '“{0}” now points to {1}. Its tokens and client secret belong to {2}. Send them to the new address?',
    name,
    to.join(', '),
    from.join(', '),
  );
  return (await window.showWarningMessage(message, l10n.t('Don’t Send'), send)) === send;
}
