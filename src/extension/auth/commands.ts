import * as vscode from 'vscode';
import { accountLabel } from '../../common/vehicle-names.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { ErrorContext } from '../notifications/error-notifier.ts';
import { showingErrors } from '../notifications/show-error.ts';
import { signInRemedy } from '../notifications/remedy-button.ts';
import type { SessionInfo } from './sessions/session-info.ts';
import type { Prompts } from './prompts.ts';
import type { StoredSession } from './sessions/stored-session.ts';
import type { WindowSessions } from './window-sessions.ts';
import { isGiven } from '../window/tree-view.ts';
import { window } from '../window/window.ts';

/** The argument that automation passes. */
interface Argument {
  readonly sessionId?: string;
}

const { l10n } = vscode;

/** The commands of this room. Each asks for what its argument omits, and reports its outcome itself, once. */
export function authCommands(
  { sessions, tokenManager, unlock }: Pick<WindowSessions, 'sessions' | 'tokenManager' | 'unlock'>,
  environments: Pick<Environments, 'current'>,
  signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>,
  prompts: Pick<Prompts, 'askAgain'>,
) {
  /**
   * Returns the id of the connected session; undefined if there is none. `from` is set by the view's own buttons, which
   * disappear afterwards: the view then shows the environment of the account, and its first vehicle has the focus.
   */
  async function connect(argument?: { environment?: string; from?: 'view' }): Promise<string | undefined> {
    const environment = argument?.environment ?? environments.current();
    const work = async () => {
      const { id, account } = await signIn(environment, []);
      void window.showInformationMessage(l10n.t('{0} is connected.', account.label));
      if (argument?.from === 'view') {
        const { executeCommand } = vscode.commands;
        if (environment !== environments.current()) {
          await executeCommand('vehicleData.selectEnvironment', { environment });
        }
        void executeCommand('vehicleData.showVehicle', { sessionId: id });
      }
      return id;
    };
    return attempt(work, { environment, opensBrowser: true });
  }

  /** Asks for confirmation, unless it is called for a line of the view. Returns whether it signed out. */
  async function signOut(argument: Argument = {}): Promise<boolean> {
    const work = async () => {
      const session = await choose(argument.sessionId, l10n.t('Select an account to sign out of'));
      if (!session) return false;
      if (!isGiven(argument)) {
        const detail = l10n.t('To use this account again, its owner has to grant access again.');
        const confirm = l10n.t('Sign Out');
        const message = l10n.t('Sign out of {0}?', session.account.label);
        if (!(await window.confirm(message, confirm, detail))) return false;
      }
      await sessions.remove(session.id);
      void window.showInformationMessage(l10n.t('Signed out of {0}', session.account.label));
      return true;
    };
    return (await attempt(work)) ?? false;
  }

  /** Returns whether the tokens were refreshed. */
  async function refreshTokens(argument?: Argument): Promise<boolean> {
    const title = l10n.t('Select an account to refresh its tokens');
    const session = await attempt(() => choose(argument?.sessionId, title));
    if (!session) return false;
    const { environment, account } = session;
    const work = async () => {
      const location = vscode.ProgressLocation.Notification;
      const title = l10n.t('Refreshing tokens of {0}…', account.label);
      try {
        await window.withProgress({ location, title }, async () => tokenManager.refresh(session.id));
      } catch (error) {
        // The window asks by itself at the same time, and there is one request.
        if (signInRemedy(error) === 'reconnect' && (await prompts.askAgain(session.id))) return false;
        throw error;
      }
      void window.showInformationMessage(l10n.t('Refreshed tokens of {0}', account.label));
      return true;
    };
    return (await attempt(work, { environment })) ?? false;
  }

  /**
   * Always asks for confirmation, because any extension can call it and read the clipboard. Returns whether it copied.
   */
  async function copyAccessToken(argument?: Argument): Promise<boolean> {
    const work = async () => {
      const session = await choose(argument?.sessionId, l10n.t('Select an account to copy its access token'));
      if (!session) return false;
      const message = l10n.t('Copy the access token of {0}?', session.account.label);
      const detail =
        session.state === 'application'
          ? l10n.t('Whoever has it can read the vehicles of all owners of this application until it expires.')
          : l10n.t('Whoever has it can read this owner’s vehicles until it expires.');
      if (!(await window.confirm(message, l10n.t('Copy'), detail))) return false;
      await vscode.env.clipboard.writeText(await sessions.accessToken(session.id));
      window.note(l10n.t('Access token copied'));
      return true;
    };
    return (await attempt(work)) ?? false;
  }

  /** Tries the keyring again. Returns whether every session can be used now. */
  async function unlockSessions(): Promise<boolean> {
    const work = async () => {
      await unlock();
      const locked = (await sessions.list()).find(({ state }) => state === 'locked');
      if (!locked) return true;
      const diagnose = l10n.t('Show Sign-in Diagnostics');
      const again = l10n.t('Connect Again');
      const message = l10n.t(
        'The keyring is still locked. Unlock it and try again. If the key is lost, connect the account again.',
      );
      void window.showWarningMessage(message, diagnose, again).then((choice) => {
        if (choice === diagnose) void vscode.commands.executeCommand('vehicleData.showSignInDiagnostics');
        if (choice === again) void connect({ environment: locked.environment });
      });
      return false;
    };
    return (await attempt(work)) ?? false;
  }

  async function choose(sessionId: string | undefined, title: string): Promise<SessionInfo | undefined> {
    const list = await sessions.list();
    if (sessionId !== undefined) {
      const session = list.find(({ id }) => id === sessionId);
      if (!session) void window.showInformationMessage(l10n.t('This account is no longer connected.'));
      return session;
    }
    if (list.length === 0) {
      const button = l10n.t('Connect');
      void window.showInformationMessage(l10n.t('No account is connected.'), button).then((choice) => {
        if (choice === button) void connect();
      });
    }
    if (list.length <= 1) return list[0];
    const items = list.map((session) => ({
      label: accountLabel(session.account.label, session.environment, 100),
      description: session.environment,
      session,
    }));
    return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.session;
  }

  return {
    'vehicleData.connect': connect,
    'vehicleData.signOut': signOut,
    'vehicleData.refreshTokens': refreshTokens,
    'vehicleData.copyAccessToken': copyAccessToken,
    'vehicleData.unlockSessions': unlockSessions,
  };
}

function attempt<T>(work: () => Promise<T>, context: ErrorContext = {}): Promise<T | undefined> {
  return showingErrors(work, (thrown) => {
    const remedy = signInRemedy(thrown);
    // While an account is being connected, there is nothing to reconnect.
    return { ...context, remedy: remedy === 'reconnect' && context.opensBrowser ? 'retry' : remedy };
  });
}
