import * as vscode from 'vscode';
import { systemClock } from '../common/clock.ts';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import type { Environments } from '../environments/environments.ts';
import type { TokenEndpoint } from '../service/token-endpoint.ts';
import type { VehicleData } from '../service/vehicle-data.ts';
import { BackgroundRefresher } from './background-refresher.ts';
import { ConnectedSessions } from './connected-sessions.ts';
import { providerId, providerLabel, VehicleDataAuthenticationProvider } from './provider.ts';
import { systemScheduler } from './scheduler.ts';
import { SessionVault } from './session-vault.ts';
import type { Sessions } from './sessions.ts';
import type { OpenRedirectListener } from './redirect-listener.ts';

export interface AuthModuleOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalStorageUri' | 'extension'>;
  readonly environments: Environments;
  /** Loaded when the first token is asked for. */
  readonly tokenEndpoint: () => Promise<Pick<TokenEndpoint, 'exchangeCode' | 'refresh'>>;
  /** The data endpoints of an environment with a token that no session has yet; asked for the owner's id. */
  readonly vehicleData: (environment: string, accessToken: string) => Promise<Pick<VehicleData, 'user'>>;
  readonly log: Logger;
}

export interface AuthModule {
  readonly sessions: Sessions;
  /** A listener on the redirect URI for other trips to the browser, such as the owner's choice of a capacity. */
  readonly openRedirectListener: OpenRedirectListener;
  readonly disposables: readonly Disposable[];
}

/**
 * Builds the room and registers its provider and commands. Reads and sends nothing yet: what keeps tokens and what
 * signs in is loaded when it is first needed.
 */
export function createAuthModule(options: AuthModuleOptions): AuthModule {
  const { context, environments, tokenEndpoint, log } = options;
  const { l10n } = vscode;
  const [clock, scheduler] = [systemClock, systemScheduler];

  const vault = new SessionVault(context.secrets, scheduler, log);
  const lock = once(async () => {
    const { FolderLock } = await import('./folder-lock.ts');
    return new FolderLock(context.globalStorageUri.fsPath, scheduler, log);
  });
  const keeper = once(async () => {
    const { TokenKeeper } = await import('./token-keeper.ts');
    return new TokenKeeper({
      vault,
      lock: await lock(),
      tokenEndpoint,
      application: async (name) => {
        const environment = await environments.resolve(name);
        const clientSecret = await environments.clientSecret(name);
        return { environment, credentials: { clientId: environment.clientId, clientSecret } };
      },
      clock,
      scheduler,
      log,
      l10n,
      onOutcome: (id, outcome) => sessions.noteOutcome(id, outcome),
    });
  });
  const sessions = new ConnectedSessions(vault, keeper, l10n);

  const desk = once(async () => {
    const { openRedirectDesk } = await import('./open-redirect-desk.ts');
    return openRedirectDesk(context.extension.extensionKind);
  });
  const openRedirectListener: OpenRedirectListener = async (...wait) => (await desk()).open(...wait);
  const interactive = once(async () => {
    const { InteractiveSignIn } = await import('./interactive-sign-in.ts');
    const { browserFlow } = await import('./browser-flow.ts');
    const flow = browserFlow(openRedirectListener, scheduler, l10n);
    const { vehicleData } = options;
    return new InteractiveSignIn({
      environments,
      flow,
      tokenEndpoint,
      vehicleData,
      vault,
      lock: await lock(),
      log,
      l10n,
    });
  });
  async function signIn(environment: string, permissions: readonly string[]) {
    const session = await (await interactive()).run(environment, permissions);
    // So that the session is known, and its event told, before anyone hears of it from here.
    await sessions.reload();
    return session;
  }

  const provider = new VehicleDataAuthenticationProvider({ sessions, environments, signIn, clock, scheduler });
  const refresher = new BackgroundRefresher({
    // Read anew: VS Code's server tells a window nothing of what another one stores or removes.
    stored: async () => {
      await sessions.reload();
      return sessions.stored();
    },
    keepFresh: async (id, jitterMs) => (await keeper()).keepFresh(id, jitterMs),
    flush: () => vault.flush(),
    isActive: () => vscode.window.state.active || vscode.window.state.focused,
    clock,
    scheduler,
    log,
    random: Math.random,
  });
  const commands = once(async () => {
    const { AuthCommands } = await import('./commands.ts');
    return new AuthCommands({ sessions, environments, signIn, keeper });
  });

  const { registerCommand } = vscode.commands;
  return {
    sessions,
    openRedirectListener,
    disposables: [
      vscode.authentication.registerAuthenticationProvider(providerId, providerLabel, provider, {
        supportsMultipleAccounts: true,
      }),
      registerCommand('vehicleData.connect', async (argument?: object) => (await commands()).connect(argument)),
      registerCommand('vehicleData.signOut', async (argument?: object) => (await commands()).signOut(argument)),
      registerCommand('vehicleData.refreshTokens', async (argument?: object) =>
        (await commands()).refreshTokens(argument),
      ),
      registerCommand('vehicleData.pasteRedirect', async () => {
        const { pasteRedirect } = await import('./open-redirect-desk.ts');
        return pasteRedirect(await desk());
      }),
      registerCommand('vehicleData.copySignInLink', async (id?: number) => (await interactive()).copyLink(id)),
      vscode.window.registerUriHandler({
        // Back from `Uri` as it came: its own toString encodes what the service has encoded already.
        handleUri: async (uri) => void (await desk()).receive(new URL(uri.toString(true))),
      }),
      vscode.window.onDidChangeWindowState(() => void refresher.check()),
      refresher,
      provider,
      sessions,
      vault,
    ],
  };
}

/** The same promise for every call, unless it fails: then the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
