import { systemClock, type Clock } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import { systemScheduler, within, type Scheduler } from '../../common/scheduler.ts';
import { steadyTime } from './refresh/steady-time.ts';
import type { ApplicationTokenSource } from '../../service/oauth/application-tokens.ts';
import type { TokenEndpoint } from '../../service/oauth/token-endpoint.ts';
import { BackgroundRefresher } from './refresh/background-refresher.ts';
import { ConnectedSessions } from './provider/connected-sessions.ts';
import { noProbe, type Probe } from './refresh/fault-point.ts';
import { HelperRefresher, type HelperOptions } from './refresh/helper-refresher.ts';
import { InProcessRefresher } from './refresh/in-process-refresher.ts';
import { AgentPermissions } from './sessions/agent-permissions.ts';
import { SessionDatabase, type SessionRows } from './sessions/session-database.ts';
import { SessionKeys } from './sessions/session-keys.ts';
import type { Refresher, RouteOf } from './refresh/refresher.ts';
import { registerSession, type Connected } from './sign-in/register-session.ts';
import { SessionReplicas } from './sessions/session-replicas.ts';
import { SafeSecrets, type SecretStorage } from './sessions/secret-storage.ts';
import { CrossProcessLock, type SessionLock } from './sessions/session-lock.ts';
import { SessionStore } from './sessions/session-store.ts';
import { SessionVault } from './sessions/session-vault.ts';
import { SessionWatch } from './sessions/session-watch.ts';
import { otherAddress, otherClient } from './sessions/session-errors.ts';
import { isAllowedOrigin, type StoredSession } from './sessions/stored-session.ts';
import type { ApiVersion } from '../../service/model/environment.ts';
import { documentTiming, type Timing } from './sessions/session-durations.ts';
import { TokenManager, type Application } from './refresh/token-manager.ts';

export interface WindowSessionsOptions {
  /** The folder of this machine's database; created when the first session is stored. */
  readonly folder: string;
  readonly secrets: SecretStorage;
  /** Whether the windows of this machine share `secrets`; if they don't, the key is a file beside the database. */
  readonly areSecretsShared?: boolean;
  /** For refreshes in this process. */
  readonly tokenEndpoint: Pick<TokenEndpoint, 'refresh'>;
  /** For checking whether the service can be reached from this process. */
  readonly fetch: typeof fetch;
  /** The address and the credentials for tokens of a version. May start the sandbox. */
  readonly application: (environment: string, version: ApiVersion) => Promise<Application>;
  readonly applicationToken: ApplicationTokenSource;
  /** Whether this window is in use. */
  readonly isActive: () => boolean;

  /** The detached process that refreshes; without it, refreshes run in this process and end with it. */
  readonly helper?: HelperOptions | undefined;

  readonly timing?: Timing;
  readonly rows?: SessionRows;
  readonly lock?: SessionLock;
  readonly clock?: Clock;
  /** See `RefreshTools.elapsed`. */
  readonly elapsed?: () => number;
  readonly scheduler?: Scheduler;
  readonly probe?: Probe;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

export type WindowSessions = ReturnType<typeof createWindowSessions>;

/**
 * Builds everything that manages sessions, without VS Code, so that the extension and the fault plan build the same.
 */
export function createWindowSessions(options: WindowSessionsOptions) {
  const { tokenEndpoint, fetch, application, applicationToken, isActive } = options;
  const { timing = documentTiming, clock = systemClock, scheduler = systemScheduler, probe = noProbe } = options;
  const { elapsed = steadyTime(), random = Math.random, areSecretsShared = true } = options;

  const { folder, rows = new SessionDatabase(folder) } = options;
  const store = new SessionStore(rows);
  const lock = options.lock ?? new CrossProcessLock(folder, scheduler);
  const secrets = new SafeSecrets(options.secrets, timing, scheduler);
  const keyFolder = areSecretsShared ? undefined : folder;
  const keys = new SessionKeys({ store, secrets, keyFolder, timing, scheduler });
  const replicas = new SessionReplicas(secrets, rows);
  const agents = new AgentPermissions(store, keys);
  const vault = new SessionVault({ store, lock, keys, replicas, timing, clock });

  const tools = { store, lock, clock, elapsed, scheduler, probe };
  const { route: told } = options.helper ?? {};
  const route: RouteOf | undefined =
    told && ((url) => within(told(url), timing.preflightMs, scheduler).catch(() => undefined));
  const here: Refresher = new InProcessRefresher({ ...tools, tokenEndpoint, fetch, route, sendsInDoubt: true });
  const helper = options.helper && new HelperRefresher({ ...options.helper, route }, here, scheduler);
  const refresher: Refresher = {
    refresh: (job, signal) => (helper && !rows.isMemory ? helper : here).refresh(job, signal),
  };
  /** The token of the session's application, for version 3. Rejects with ServiceError. */
  const ofApplication = async (session: StoredSession, rejected?: string) => {
    const { environment, credentials } = await application(session.environment, '3');
    const { applicationId = credentials.clientId } = environment;
    if (applicationId !== session.clientId) throw otherClient(session.environment);
    if (!isAllowedOrigin(session, environment.authUrl)) {
      throw otherAddress(session.environment, session.origins, environment.authUrl);
    }
    return applicationToken(environment, credentials, rejected);
  };
  const tokenManager: TokenManager = new TokenManager({
    vault,
    refresher,
    folder,
    application: (environment) => application(environment, '2.0'),
    applicationToken: ofApplication,
    timing,
    clock,
    scheduler,
    onRefresh: (id, event) => sessions.recordRefresh(id, event),
  });
  const sessions = new ConnectedSessions({
    vault,
    tokenManager,
    applicationToken: ofApplication,
    timing,
    clock,
  });
  const background = new BackgroundRefresher({
    // Read again: what is stored is the only reliable source for what other windows have stored or removed.
    stored: async () => {
      await sessions.reload();
      return (await sessions.stored()).filter(({ id }) => !sessions.isSuspended(id));
    },
    tokenManager,
    vault,
    isActive,
    timing,
    clock,
    scheduler,
    random,
  });
  const watch = new SessionWatch({
    store,
    folder,
    onChange: () => {
      vault.noteChange();
      agents.noteChange();
    },
    onIntent: async (id) => {
      if (tokenManager.isRefreshing(id)) return;
      // Rejects while another process holds the lock, which is intended: that process is still refreshing.
      await lock.run(id, () => Promise.resolve(), { maxWaitMs: 0 });
      await tokenManager.recover(id);
    },
    timing,
    clock,
    scheduler,
  });
  void watch.look();
  const parts: readonly Disposable[] = [watch, background, sessions, vault, keys];
  return {
    folder,
    sessions,
    tokenManager,
    vault,
    /** See {@link HelperRefresher.failure}. */
    helperFailure: () => helper?.failure,
    refresher: background,
    watch,
    store,
    agents,
    /** Stores a new session, which is listed and announced when this resolves. Never rejects if the disk fails. */
    register: async (connected: Connected): Promise<StoredSession> => {
      const session = await registerSession(vault, lock, timing.signInWaitMs, connected);
      await Promise.all([sessions.reload(), watch.look()]);
      return session;
    },
    /** Searches for missing keys now; their sessions are listed and announced when this resolves. Never rejects. */
    unlock: async (): Promise<void> => {
      await keys.retry();
      await sessions.reload();
    },
    /** Checks everything at once, after the user has returned to the window or the machine has slept. */
    wake: (): void => {
      void watch.look();
      void keys.retry();
      void background.check();
    },
    dispose: () => parts.forEach((part) => part.dispose()),
  };
}
