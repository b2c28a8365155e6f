import path from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { systemClock } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import { systemScheduler } from '../../common/scheduler.ts';
import { isSandboxEnvironment, tokenOrigins, type Environments } from '../environments/settings/environments.ts';
import type { ApplicationTokenSource } from '../../service/oauth/application-tokens.ts';
import type { TokenEndpoint } from '../../service/oauth/token-endpoint.ts';
import type { RequestReport } from '../../service/model/request-report.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import { LazySessions } from './provider/lazy-sessions.ts';
import { providerId, providerLabel, VehicleDataAuthenticationProvider } from './provider/authentication-provider.ts';
import type { AddressPrompts } from './provider/address-prompts.ts';
import type { ReconnectPrompts } from './provider/reconnect-prompts.ts';
import type { WindowSessions } from './window-sessions.ts';
import type { RouteOf } from './refresh/refresher.ts';
import { signedOut } from './sessions/session-errors.ts';
import type { Sessions } from './sessions/session-info.ts';
import type { SignInOptions } from './sign-in/sign-in.ts';
import type { OpenRedirectListener } from './sign-in/redirect-listener.ts';

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

/**
 * Builds the room and registers its provider and commands. Reads and sends nothing yet: the code that manages tokens is
 * loaded once VS Code has the extension's exports, and the code for sign-in when it is first needed.
 */
export function registerAuth(options: AuthOptions): Auth {
  const { context, environments, tokenEndpoint, applicationToken, log } = options;
  const [clock, scheduler] = [systemClock, systemScheduler];

  const folder = path.join(context.globalStorageUri.fsPath, 'sessions');
  let loaded: WindowSessions | undefined;
  /** What was created later and has to be disposed of at the end. */
  const later: Disposable[] = [];
  const core = lazy(async () => {
    const { createWindowSessions } = await import('./window-sessions.ts');
    const { showAccounts } = await import('./provider/account-context.ts');
    loaded = createWindowSessions({
      folder,
      secrets: context.secrets,
      sharedSecrets: vscode.env.uiKind === vscode.UIKind.Desktop ? context.globalState : undefined,
      tokenEndpoint,
      // VS Code's own `fetch`, looked up for each request: it respects the user's proxy and certificates.
      fetch: (...request) => globalThis.fetch(...request),
      application: async (name, version) => {
        const environment = await environments.resolve(name, version);
        const clientSecret = await environments.clientSecret(environment);
        return { environment, credentials: { clientId: environment.clientId, clientSecret } };
      },
      environmentName: (name) => environments.nameOf(name),
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
    const { sessions: own } = loaded;
    later.push(
      loaded,
      showAccounts(own),
      environments.onDidChange(() => void own.reload()),
    );
    sessions.follow(loaded.sessions);
    listedByVsCode.follow(loaded.sessions);
    void requests().then((each) => each.check());
    void addresses().then((each) => each.check());
    return loaded;
  });
  const connected = async () => (await core()).sessions;
  const sessions = new LazySessions(connected);
  /** VS Code lists accounts in each window, whether or not they are used there. */
  const listedByVsCode = new LazySessions(connected);
  const requests: () => Promise<ReconnectPrompts> = lazy(async () => {
    const { ReconnectPrompts } = await import('./provider/reconnect-prompts.ts');
    const made = new ReconnectPrompts({
      sessions,
      folder,
      isFocused: () => vscode.window.state.focused,
      ask: async (session) => (await commands()).promptToReconnect(session),
      scheduler,
      log,
    });
    later.push(made);
    return made;
  });
  const addresses: () => Promise<AddressPrompts> = lazy(async () => {
    const { AddressPrompts } = await import('./provider/address-prompts.ts');
    const made = new AddressPrompts({
      sessions,
      environments,
      allow: async (...session) => (await core()).vault.allow(...session),
      isFocused: () => vscode.window.state.focused,
      ask: async (moved) => (await commands()).promptForAddress(moved),
      memory: context.globalState,
      log,
    });
    later.push(made);
    return made;
  });
  // An interrupted refresh has to be finished within a minute, even if nothing of this extension is on screen, and in
  // whichever window the account was connected. So each window watches.
  setImmediate(() => void core());

  const redirects = lazy(async () => {
    const { createPendingRedirects } = await import('./sign-in/window-redirects.ts');
    return createPendingRedirects(context.extension.extensionKind);
  });
  const openRedirectListener: OpenRedirectListener = async (...wait) => (await redirects()).open(...wait);
  const interactive = lazy(async () => {
    const { InteractiveSignIn } = await import('./sign-in/interactive-sign-in.ts');
    const { browserFlow } = await import('./sign-in/browser-flow.ts');
    const flow = browserFlow(openRedirectListener, scheduler);
    const { PendingExchanges } = await import('./sign-in/pending-exchanges.ts');
    const { exchangeLater } = await import('./sign-in/sign-in.ts');
    const { vehicleData, ownerName } = options;
    const isConnected = async (sessionId: string) => (await sessions.stored()).some(({ id }) => id === sessionId);
    const pending = new PendingExchanges({
      onDidChange: environments.onDidChange,
      isConnected,
      exchange: (session, grant) =>
        exchangeLater(
          {
            ...signInOptions,
            store: async (connected) => {
              // Signed out meanwhile: the new tokens must not connect the account again.
              if (!(await isConnected(session.id))) throw signedOut();
              return signInOptions.store(connected);
            },
          },
          session,
          grant,
        ),
      show: (sessionId, error) => sessions.noteLack(sessionId, error && { error }),
      log,
    });
    later.push(pending);
    const signInOptions: SignInOptions = {
      environments,
      flow,
      tokenEndpoint,
      applicationToken,
      vehicleData,
      ownerName,
      store: async (connected) => (await core()).register(connected),
      lacks: (session, lack) => pending.note(session, lack),
      clock,
      log,
    };
    return new InteractiveSignIn(signInOptions);
  });
  const signIn = async (environment: string, permissions: readonly string[]) =>
    (await interactive()).run(environment, permissions);

  const provider = new VehicleDataAuthenticationProvider({
    sessions: listedByVsCode,
    environments,
    signIn,
    clock,
    scheduler,
  });
  const commands = lazy(async () => {
    const { AuthCommands } = await import('./provider/commands.ts');
    return new AuthCommands({
      sessions,
      environments,
      signIn,
      tokenManager: async () => (await core()).tokenManager,
      unlock: async () => (await core()).unlock(),
      requests,
      log,
    });
  });
  const diagnosis = lazy(async () => {
    const { SignInDiagnostics } = await import('./diagnostics/show-diagnostics.ts');
    const made = new SignInDiagnostics({
      context,
      folder,
      sessions,
      needsKeyExchange: async () => (await core()).needsKeyExchange(),
      environment: () => environments.current(),
      addresses: () => addressesOf(environments),
      route: options.route,
      clock,
    });
    later.push(made);
    return made;
  });

  const { registerCommand } = vscode.commands;
  return {
    sessions,
    background: listedByVsCode,
    openRedirectListener,
    // `toString(true)` restores the address as received; the default would encode it a second time.
    handleUri: async (uri) => void (await redirects()).receive(new URL(uri.toString(true))),
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
      registerCommand('vehicleData.pasteRedirect', async () => {
        const { pasteRedirect } = await import('./sign-in/window-redirects.ts');
        return pasteRedirect(await redirects());
      }),
      registerCommand('vehicleData.copySignInLink', async (id?: number) => (await interactive()).copyLink(id)),
      registerCommand('vehicleData.showSignInDiagnostics', async () => (await diagnosis()).show()),
      vscode.window.onDidChangeWindowState(() => {
        if (!loaded) return;
        loaded.wake();
        void requests().then((each) => each.check());
        void addresses().then((each) => each.check());
      }),
      { dispose: () => later.forEach((each) => each.dispose()) },
      provider,
      sessions,
      listedByVsCode,
    ],
  };
}

/** Origins of the selected environment; none for the sandbox, which is local and would have to be started. */
async function addressesOf(environments: Environments): Promise<readonly string[]> {
  const name = environments.current();
  if (isSandboxEnvironment(name)) return [];
  const versions = await environments.versions(name);
  return tokenOrigins(await Promise.all(versions.map((version) => environments.resolve(name, version)))) ?? [];
}
