import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { Emitter, type Disposable } from '../../common/event.ts';
import type { AuthOptions } from './lazy-parts.ts';
import { LazySessions } from './provider/lazy-sessions.ts';
import { providerId, providerLabel } from './provider/provider-id.ts';
import type { Sessions } from './sessions/session-info.ts';
import type { OpenRedirectListener } from './sign-in/redirect-listener.ts';

export interface Auth {
  readonly sessions: Sessions & Pick<LazySessions, 'inUse'>;
  /** The same sessions for code that only watches them, which does not count as use. */
  readonly background: Pick<Sessions, 'list' | 'onDidChange'>;
  /** A listener on the redirect URI for other visits to the browser, such as the owner's choice of a capacity. */
  readonly openRedirectListener: OpenRedirectListener;
  /** Handles an address of this extension that was opened from a browser. */
  readonly handleUri: (uri: vscode.Uri) => Promise<void>;
  readonly disposables: readonly Disposable[];
}

type ChangeEvent = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Registers the provider and the commands. Reads and sends nothing yet: the code that manages tokens is loaded once VS
 * Code has the extension's exports.
 */
export function registerAuth(options: AuthOptions): Auth {
  const changed = new Emitter<ChangeEvent>();
  const parts = lazy(async () => {
    const { createAuthParts } = await import('./lazy-parts.ts');
    const made = createAuthParts(options, sessions, listedByVsCode);
    made.provider.onDidChangeSessions((change) => changed.fire(change));
    return made;
  });
  const connected = async () => (await parts()).sessions;
  const sessions = new LazySessions(connected);
  /** VS Code lists accounts in each window, whether or not they are used there. */
  const listedByVsCode = new LazySessions(connected);
  // An interrupted refresh has to be finished within a minute, even if nothing of this extension is on screen, and in
  // whichever window the account was connected. So each window watches.
  setImmediate(() => void parts());

  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event as vscode.Event<ChangeEvent>,
    getSessions: async (...request) => (await parts()).provider.getSessions(...request),
    createSession: async (scopes) => (await parts()).provider.createSession(scopes),
    removeSession: async (...request) => (await parts()).provider.removeSession(...request),
  };
  const { registerCommand } = vscode.commands;
  const commands = async () => (await parts()).commands();
  return {
    sessions,
    background: listedByVsCode,
    openRedirectListener: async (...wait) => (await parts()).openRedirectListener(...wait),
    // `toString(true)` restores the address as received; the default would encode it a second time.
    handleUri: async (uri) => void (await (await parts()).redirects()).receive(new URL(uri.toString(true))),
    disposables: [
      vscode.authentication.registerAuthenticationProvider(providerId, providerLabel, provider, {
        supportsMultipleAccounts: true,
      }),
      registerCommand('vehicleData.connect', async (argument?: object) => (await commands()).connect(argument)),
      registerCommand('vehicleData.signOut', async (argument?: object) => (await commands()).signOut(argument)),
      registerCommand('vehicleData.refreshTokens', async (argument?: object) =>
        (await commands()).refreshTokens(argument),
      ),
      registerCommand('vehicleData.copyAccessToken', async (argument?: object) =>
        (await commands()).copyAccessToken(argument),
      ),
      registerCommand('vehicleData.unlockSessions', async () => (await commands()).unlock()),
      registerCommand('vehicleData.pasteRedirect', async () => (await parts()).pasteRedirect()),
      registerCommand('vehicleData.copySignInLink', async (id?: number) =>
        (await (await parts()).interactive()).copyLink(id),
      ),
      registerCommand('vehicleData.showSignInDiagnostics', async () => (await (await parts()).diagnosis()).show()),
      vscode.window.onDidChangeWindowState(() => void parts.peek()?.then((each) => each.wake())),
      { dispose: () => void parts.peek()?.then((each) => each.dispose()) },
      changed,
      sessions,
      listedByVsCode,
    ],
  };
}
