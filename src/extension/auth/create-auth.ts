import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { systemScheduler } from '../../common/scheduler.ts';
import { t } from '../../common/translate.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { Environments } from '../environments/settings/environments.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import { showSignInDiagnostics } from './diagnostics.ts';
import { VehicleDataAuthenticationProvider } from './provider/authentication-provider.ts';
import { authCommands } from './commands.ts';
import type { ConnectedSessions } from './provider/connected-sessions.ts';
import { Prompts } from './prompts.ts';
import type { HelperOptions } from './refresh/helper-refresher.ts';
import { browserFlow } from './sign-in/browser-flow.ts';
import { createPendingRedirects, InteractiveSignIn, pasteRedirect } from './sign-in/interactive-sign-in.ts';
import { PendingExchanges, type SignInOptions } from './sign-in/sign-in.ts';
import { createWindowSessions } from './window-sessions.ts';

/**
 * Creates what manages tokens in this window and serves VS Code's Accounts menu. Sends nothing by itself.
 * @param ownerName see {@link SignInOptions}
 * @param requests of the helper process: as whom, by which route, and who hears of them
 */
export function createAuth(
  context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState' | 'globalStorageUri' | 'extension' | 'extensionUri'>,
  environments: Environments,
  service: Pick<ServiceClient, 'tokenEndpoint' | 'applicationTokens' | 'vehicleData'>,
  ownerName: SignInOptions['ownerName'],
  requests: Pick<HelperOptions, 'userAgent' | 'route' | 'onRequest'>,
) {
  const folder = path.join(context.globalStorageUri.fsPath, 'sessions');
  const own = createWindowSessions({
    folder,
    secrets: context.secrets,
    areSecretsShared: vscode.env.uiKind === vscode.UIKind.Desktop,
    tokenEndpoint: service.tokenEndpoint,
    // VS Code's own `fetch`, looked up for each request: it respects the user's proxy and certificates.
    fetch: (...request) => globalThis.fetch(...request),
    application: async (name, version) => {
      const environment = await environments.resolve(name, version);
      const clientSecret = await environments.clientSecret(environment);
      return { environment, credentials: { clientId: environment.clientId, clientSecret } };
    },
    applicationToken: (...request) => service.applicationTokens.token(...request),
    helper: {
      entry: path.join(context.extensionUri.fsPath, 'dist', 'refresh-helper.js'),
      messages: vscode.l10n.uri?.fsPath,
      ...requests,
    },
    isActive: () => vscode.window.state.active || vscode.window.state.focused,
  });
  const { sessions, store } = own;
  const redirects = createPendingRedirects(context.extension.extensionKind);
  const connecting = { environments, service, ownerName, register: own.register };
  const exchanges = new PendingExchanges(connecting, sessions);
  const interactive = new InteractiveSignIn(connecting, browserFlow(redirects.open, systemScheduler), exchanges);
  let isTold = false;
  const signIn = async (environment: string, permissions: readonly string[]) => {
    const session = await interactive.run(environment, permissions);
    if (store.rows.isMemory && !isTold) void window.showWarningMessage(onlyInMemory());
    isTold ||= store.rows.isMemory;
    return session;
  };
  const prompts = new Prompts(own, environments, context.globalState);
  const provider = new VehicleDataAuthenticationProvider(sessions, environments, signIn);
  const documents = new MemoryDocuments('vehicle-data-diagnosis');

  const disposables: readonly Disposable[] = [
    ...[own, exchanges, prompts, provider, documents],
    sessions.onDidChange(() => void setContextKeys(sessions)),
    environments.onDidChange(() => void sessions.reload()),
    vscode.window.onDidChangeWindowState(() => {
      own.wake();
      void prompts.check();
    }),
  ];
  void setContextKeys(sessions);
  void prompts.check();
  return {
    sessions,
    agents: own.agents,
    provider,
    openRedirectListener: redirects.open,
    commands: {
      ...authCommands(own, environments, signIn, prompts),
      'vehicleData.pasteRedirect': () => pasteRedirect(redirects),
      'vehicleData.copySignInLink': () => interactive.copyLink(),
      'vehicleData.showSignInDiagnostics': () => showSignInDiagnostics(context, own, environments, documents),
    },
    /** Takes an address of this extension that was opened from a browser. */
    handleUri(uri: vscode.Uri): void {
      // `toString(true)` restores the address as received; the default would encode it a second time.
      redirects.receive(new URL(uri.toString(true)));
    },
    dispose: () => {
      for (const each of disposables) each.dispose();
    },
  };
}

function onlyInMemory(): string {
  return t('Accounts stay connected only until this window is closed, because sessions can’t be stored here.');
}

/** What the `when` clauses of commands know of the accounts of all environments. */
async function setContextKeys(sessions: ConnectedSessions): Promise<void> {
  const { executeCommand } = vscode.commands;
  // If nothing can be read, there may still be accounts.
  const list = await sessions.list().catch(() => undefined);
  void executeCommand('setContext', 'vehicleData.hasAccounts', list?.length !== 0);
  // The key of a session can't be read: there is a command that tries again.
  const isLocked = list?.some(({ state }) => state === 'locked') ?? true;
  void executeCommand('setContext', 'vehicleData.hasLockedAccounts', isLocked);
}
