import path from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { systemClock as clock } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import { systemScheduler as scheduler } from '../../common/scheduler.ts';
import { isSandboxEnvironment, tokenOrigins, type Environments } from '../environments/settings/environments.ts';
import type { ApplicationTokenSource } from '../../service/oauth/application-tokens.ts';
import type { TokenEndpoint } from '../../service/oauth/token-endpoint.ts';
import type { RequestReport } from '../../service/model/request-report.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import { showAccounts } from './provider/account-context.ts';
import { AddressPrompts } from './provider/address-prompts.ts';
import { VehicleDataAuthenticationProvider } from './provider/authentication-provider.ts';
import type { LazySessions } from './provider/lazy-sessions.ts';
import { ReconnectPrompts } from './provider/reconnect-prompts.ts';
import type { AuthCommands } from './provider/commands.ts';
import type { RouteOf } from './refresh/refresher.ts';
import type { OpenRedirectListener } from './sign-in/redirect-listener.ts';
import type { SignInOptions } from './sign-in/sign-in.ts';
import { createWindowSessions } from './window-sessions.ts';

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

/**
 * Creates what manages tokens in this window and serves VS Code's Accounts menu. The code for sign-in is loaded when it
 * is first needed.
 *
 * @param sessions what the rooms use, which gets its events here
 * @param listedByVsCode the same sessions, whose use does not count
 */
export function createAuthParts(options: AuthOptions, sessions: LazySessions, listedByVsCode: LazySessions) {
  const { context, environments, tokenEndpoint, applicationToken, log } = options;
  const folder = path.join(context.globalStorageUri.fsPath, 'sessions');
  const own = createWindowSessions({
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
  sessions.follow(own.sessions);
  listedByVsCode.follow(own.sessions);
  const reloaded = environments.onDidChange(() => void own.sessions.reload());
  const later: Disposable[] = [own, showAccounts(own.sessions), reloaded];

  const redirects = lazy(async () => {
    const { createPendingRedirects } = await import('./sign-in/window-redirects.ts');
    return createPendingRedirects(context.extension.extensionKind);
  });
  const openRedirectListener: OpenRedirectListener = async (...wait) => (await redirects()).open(...wait);
  const interactive = lazy(async () => {
    const { createSignIn } = await import('./sign-in/create-sign-in.ts');
    const register: SignInOptions['store'] = (connected) => own.register(connected);
    const made = createSignIn({ ...options, openRedirectListener, sessions, register, clock, scheduler });
    later.push(made.pending);
    return made.interactive;
  });
  const signIn = async (environment: string, permissions: readonly string[]) =>
    (await interactive()).run(environment, permissions);

  const commands: () => Promise<AuthCommands> = lazy(async () => {
    const { AuthCommands } = await import('./provider/commands.ts');
    return new AuthCommands({
      sessions,
      environments,
      signIn,
      tokenManager: own.tokenManager,
      unlock: () => own.unlock(),
      requests: reconnect,
      log,
    });
  });
  const isFocused = () => vscode.window.state.focused;
  const reconnect = new ReconnectPrompts({
    sessions,
    folder,
    isFocused,
    ask: async (session) => (await commands()).promptToReconnect(session),
    scheduler,
    log,
  });
  const addresses = new AddressPrompts({
    sessions,
    environments,
    allow: (...session) => own.vault.allow(...session),
    isFocused,
    ask: async (moved) => (await commands()).promptForAddress(moved),
    memory: context.globalState,
    log,
  });
  const provider = new VehicleDataAuthenticationProvider({
    sessions: listedByVsCode,
    environments,
    signIn,
    clock,
    scheduler,
  });
  const diagnosis = lazy(async () => {
    const { SignInDiagnostics } = await import('./diagnostics/show-diagnostics.ts');
    const made = new SignInDiagnostics({
      context,
      folder,
      sessions,
      needsKeyExchange: () => own.needsKeyExchange(),
      environment: () => environments.current(),
      addresses: () => addressesOf(environments),
      route: options.route,
      clock,
    });
    later.push(made);
    return made;
  });

  function check(): void {
    void reconnect.check();
    void addresses.check();
  }
  later.push(reconnect, addresses, provider);
  check();
  return {
    sessions: own.sessions,
    provider,
    commands,
    redirects,
    pasteRedirect: async () => {
      const { pasteRedirect } = await import('./sign-in/window-redirects.ts');
      return pasteRedirect(await redirects());
    },
    openRedirectListener,
    interactive,
    diagnosis,
    /** To be called when the window gets or loses the focus. */
    wake(): void {
      own.wake();
      check();
    },
    dispose: () => later.forEach((each) => each.dispose()),
  };
}

/** Origins of the selected environment; none for the sandbox, which is local and would have to be started. */
async function addressesOf(environments: Environments): Promise<readonly string[]> {
  const name = environments.current();
  if (isSandboxEnvironment(name)) return [];
  const versions = await environments.versions(name);
  return tokenOrigins(await Promise.all(versions.map((version) => environments.resolve(name, version)))) ?? [];
}
