import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock as clock } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import { systemScheduler as scheduler } from '../../common/scheduler.ts';
import { tokenOrigins, type Environments } from '../environments/settings/environments.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import type { ApplicationTokenSource } from '../../service/oauth/application-tokens.ts';
import type { TokenEndpoint } from '../../service/oauth/token-endpoint.ts';
import type { RequestReport } from '../../service/model/request-report.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import { showAccounts } from './provider/account-context.ts';
import { AddressPrompts } from './provider/address-prompts.ts';
import { VehicleDataAuthenticationProvider } from './provider/authentication-provider.ts';
import { ReconnectPrompts } from './provider/reconnect-prompts.ts';
import { AuthCommands, promptForAddress, promptToReconnect } from './provider/commands.ts';
import type { RouteOf } from './refresh/refresher.ts';
import { createSignIn } from './sign-in/create-sign-in.ts';
import { createPendingRedirects, pasteRedirect } from './sign-in/window-redirects.ts';
import type { OpenRedirectListener } from './sign-in/redirect-listener.ts';
import { showSignInDiagnostics } from './diagnostics.ts';
import type { SignInOptions } from './sign-in/sign-in.ts';
import { t } from '../../common/translate.ts';
import { window } from '../window/window.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { createWindowSessions } from './window-sessions.ts';

/** The argument that automation passes. */
interface Argument {
  readonly sessionId?: string;
}

export interface AuthOptions {
  readonly context: Pick<
    vscode.ExtensionContext,
    'secrets' | 'globalState' | 'globalStorageUri' | 'extension' | 'extensionUri'
  >;
  readonly environments: Environments;
  /** Loaded when the first token is requested. */
  readonly tokenEndpoint: () => Promise<Pick<TokenEndpoint, 'exchangeCode' | 'refresh'>>;
  readonly applicationToken: ApplicationTokenSource;
  /** The data endpoints of an environment with a token that no session has yet, to read the owner's id. */
  readonly vehicleData: (environment: string, accessToken: string) => Promise<Pick<VehicleData, 'user'>>;
  readonly ownerName: SignInOptions['ownerName'];
  /** `User-Agent` of requests that the helper process sends. */
  readonly userAgent: string;
  /** How this window reaches an address; undefined if that is unknown. */
  readonly route: RouteOf;
  /** Called for each of those requests, without secrets. */
  readonly onRequest: (report: RequestReport) => void;
  readonly log: Logger;
}

/** Creates what manages tokens in this window and serves VS Code's Accounts menu. Sends nothing by itself. */
export function createAuth(options: AuthOptions) {
  const { context, environments, tokenEndpoint, applicationToken, log } = options;
  const folder = path.join(context.globalStorageUri.fsPath, 'sessions');
  const own = createWindowSessions({
    folder,
    secrets: context.secrets,
    areSecretsShared: vscode.env.uiKind === vscode.UIKind.Desktop,
    tokenEndpoint,
    // VS Code's own `fetch`, looked up for each request: it respects the user's proxy and certificates.
    fetch: (...request) => globalThis.fetch(...request),
    application: async (name, version) => {
      const environment = await environments.resolve(name, version);
      const clientSecret = await environments.clientSecret(environment);
      return { environment, credentials: { clientId: environment.clientId, clientSecret } };
    },
    applicationToken,
    helper: {
      entry: path.join(context.extensionUri.fsPath, 'dist', 'refresh-helper.js'),
      userAgent: options.userAgent,
      messages: vscode.l10n.uri?.fsPath,
      route: options.route,
      onRequest: options.onRequest,
    },
    isActive: () => vscode.window.state.active || vscode.window.state.focused,
    log,
  });
  const { sessions } = own;
  const redirects = createPendingRedirects(context.extension.extensionKind);
  const openRedirectListener: OpenRedirectListener = (...wait) => redirects.open(...wait);
  let isTold = false;
  const register: SignInOptions['store'] = async (connected) => {
    const session = await own.register(connected);
    if (own.store.rows.isMemory && !isTold) void window.showWarningMessage(onlyInMemory());
    isTold ||= own.store.rows.isMemory;
    return session;
  };
  const { interactive, pending } = createSignIn({
    ...options,
    openRedirectListener,
    sessions,
    register,
    clock,
    scheduler,
  });
  const signIn = (environment: string, permissions: readonly string[]) => interactive.run(environment, permissions);
  const isFocused = () => vscode.window.state.focused;
  const { store } = own;
  const reconnect = new ReconnectPrompts({ sessions, store, isFocused, ask: promptToReconnect, scheduler, log });
  const addresses = new AddressPrompts({
    sessions,
    environments,
    allow: (...session) => own.vault.allow(...session),
    isFocused,
    ask: promptForAddress,
    memory: context.globalState,
    log,
  });
  const provider = new VehicleDataAuthenticationProvider({ sessions, environments, signIn, clock, scheduler });
  const documents = new MemoryDocuments('vehicle-data-diagnosis');
  const diagnosed = { context, folder, store, sessions, addresses: () => addressesOf(environments) };
  const asked = new AuthCommands({
    sessions,
    environments,
    signIn,
    tokenManager: own.tokenManager,
    unlock: () => own.unlock(),
    requests: reconnect,
    log,
  });

  function check(): void {
    void reconnect.check();
    void addresses.check();
  }
  const disposables: readonly Disposable[] = [
    own,
    showAccounts(sessions),
    environments.onDidChange(() => void sessions.reload()),
    vscode.window.onDidChangeWindowState(() => {
      own.wake();
      check();
    }),
    ...[pending, reconnect, addresses, provider, documents],
  ];
  check();
  return {
    sessions,
    provider,
    openRedirectListener,
    commands: {
      'vehicleData.connect': (argument?: { environment?: string }) => asked.connect(argument),
      'vehicleData.signOut': (argument?: Argument) => asked.signOut(argument),
      'vehicleData.refreshTokens': (argument?: Argument) => asked.refreshTokens(argument),
      'vehicleData.copyAccessToken': (argument?: Argument) => asked.copyAccessToken(argument),
      'vehicleData.unlockSessions': () => asked.unlock(),
      'vehicleData.pasteRedirect': () => pasteRedirect(redirects),
      'vehicleData.copySignInLink': (id?: number) => interactive.copyLink(id),
      'vehicleData.showSignInDiagnostics': () => showSignInDiagnostics(diagnosed, documents),
    },
    /** Takes an address of this extension that was opened from a browser. */
    handleUri(uri: vscode.Uri): void {
      // `toString(true)` restores the address as received; the default would encode it a second time.
      redirects.receive(new URL(uri.toString(true)));
    },
    dispose: () => disposables.forEach((each) => each.dispose()),
  };
}

function onlyInMemory(): string {
  return t('Accounts stay connected only until this window is closed, because sessions can’t be stored here.');
}

/** Origins of the selected environment; none for the sandbox, which is local and would have to be started. */
async function addressesOf(environments: Environments): Promise<readonly string[]> {
  const name = environments.current();
  if (isSandboxEnvironment(name)) return [];
  const versions = await environments.versions(name);
  return tokenOrigins(await Promise.all(versions.map((version) => environments.resolve(name, version)))) ?? [];
}
