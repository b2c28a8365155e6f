import type * as vscode from 'vscode';
import { now } from '../../../common/clock.ts';
import { Emitter, type Disposable } from '../../../common/event.ts';
import { systemScheduler, within, type Scheduler } from '../../../common/scheduler.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { ConnectedSessions } from './connected-sessions.ts';
import { isUnexpired, isUsable } from '../refresh/refresh-policy.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import { onlyVersion3, storageLocked } from '../sessions/session-errors.ts';
import { hasOwnTokens, isDead, tokenToShow, type StoredSession } from '../sessions/stored-session.ts';
import { documentTiming } from '../sessions/session-durations.ts';

interface SessionRequest {
  readonly scopes: readonly string[];
  readonly account: vscode.AuthenticationSessionAccountInformation | undefined;
}

type ChangeEvent = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/** `VEHICLE_DATA_ENV:sandbox` among the scopes selects that environment; the default is the selected one. */
const environmentPrefix = 'VEHICLE_DATA_ENV:';

/** `VEHICLE_DATA_VERSION:3` among the scopes asks for that version of the API; the default is either, 2.0 first. */
const versionPrefix = 'VEHICLE_DATA_VERSION:';

/** What a caller of `vscode.authentication.getSession` requests, as read from its scopes. */
interface ScopeRequest {
  readonly environment: string | undefined;
  readonly version: string | undefined;
  /** The service's permissions. Empty if any will do. */
  readonly permissions: readonly string[];
}

/** How long `getSessions` waits for a refresh: VS Code's Accounts menu has to wait for it, too. */
const refreshLimitMs = 5_000;

/** Serves the Accounts menu and `vscode.authentication.getSession`. */
export class VehicleDataAuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #sessions: Pick<ConnectedSessions, 'list' | 'stored' | 'accessToken' | 'remove' | 'onDidChangeSessions'>;
  readonly #environments: Pick<Environments, 'current' | 'onDidChange'>;
  readonly #signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>;
  readonly #scheduler: Scheduler;
  readonly #changed = new Emitter<ChangeEvent>();
  readonly #subscriptions: readonly Disposable[];
  /** Requests that no connected account satisfied. The Accounts menu offers to sign in for each of them. */
  readonly #unmet = new Map<string, SessionRequest>();
  readonly onDidChangeSessions = this.#changed.event as vscode.Event<ChangeEvent>;

  /** @param signIn sends the owner to Connect and stores the result */
  constructor(
    sessions: Pick<ConnectedSessions, 'list' | 'stored' | 'accessToken' | 'remove' | 'onDidChangeSessions'>,
    environments: Pick<Environments, 'current' | 'onDidChange'>,
    signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>,
    scheduler: Scheduler = systemScheduler,
  ) {
    this.#sessions = sessions;
    this.#environments = environments;
    this.#signIn = signIn;
    this.#scheduler = scheduler;
    this.#subscriptions = [
      sessions.onDidChangeSessions(({ added, removed, changed }) => {
        const shown = (list: readonly StoredSession[]) => list.map((session) => this.#shown(session));
        this.#changed.fire({ added: shown(added), removed: shown(removed), changed: shown(changed) });
        void this.#announceMet();
      }),
      environments.onDidChange(() => void this.#announceMet()),
    ];
  }

  /**
   * Never asks the user. If a token is due, waits a limited time for its refresh; if that fails, returns the present
   * one, because to VS Code a missing session means signed out. Without scopes nothing is refreshed: that call only
   * lists accounts, including those whose tokens can't be read now.
   *
   * Rejects if the stored sessions can't be read and no matching one is known from before. To VS Code, no session means
   * signed out: the Accounts menu would offer nothing, and `getSession` would send an owner to Connect who is already
   * connected. After a rejection, the menu says that the provider is unavailable and tries again the next time it is
   * opened, and the caller of `getSession` gets the message, which says what to do.
   */
  async getSessions(
    scopes?: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const stored = await this.#sessions.stored();
    const isOfAccount = ({ account }: SessionInfo | StoredSession) =>
      !options?.account || account.id === options.account.id;
    const ofAccount = stored.filter(isOfAccount);
    if (!scopes) {
      const locked = (await this.#locked(stored)).filter(isOfAccount);
      return [...ofAccount.map((session) => this.#shown(session)), ...locked.map(listed)];
    }
    const request = readScopes(scopes);
    const fitting = ofAccount.filter((session) => satisfies(session, request, this.#environments.current()));
    if (fitting.length === 0) {
      const mayFit = (info: SessionInfo) =>
        isUntold(info)
          ? satisfies(info, { ...request, version: undefined, permissions: [] }, this.#environments.current())
          : isOfAccount(info) && satisfies(info, { ...request, version: undefined }, this.#environments.current());
      if ((await this.#locked(stored)).some(mayFit)) throw forCaller(storageLocked());
    }
    const usable = this.#usable(fitting, request.version);
    const asked: SessionRequest = { scopes, account: options?.account };
    if (usable.length === 0) this.#unmet.set(JSON.stringify(asked), asked);
    return Promise.all(
      usable.map(async (session) => asAsked(session, await this.#token(session, request.version), scopes)),
    );
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const { environment, version, permissions } = readScopes(scopes);
    const name = environment ?? this.#environments.current();
    const session = await this.#signIn(name, permissions).catch((error: unknown) => {
      throw forCaller(error);
    });
    if (version === '2.0' && !hasOwnTokens(session)) throw forCaller(onlyVersion3(session.account.label));
    return this.#shown(session, scopes);
  }

  removeSession(sessionId: string): Promise<void> {
    return this.#sessions.remove(sessionId);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /**
   * VS Code withdraws its offer to sign in only when a session is added with exactly the requested scopes, but a
   * session has all those of its environment. So it is announced once per request, with the scopes of that request.
   */
  async #announceMet(): Promise<void> {
    if (this.#unmet.size === 0) return;
    const stored = await this.#sessions.stored();
    const added = [...this.#unmet].flatMap(([key, { scopes, account }]) => {
      const request = readScopes(scopes);
      const ofAccount = this.#usable(stored, request.version).filter(
        (session) => !account || session.account.id === account.id,
      );
      const session = ofAccount.find((each) => satisfies(each, request, this.#environments.current()));
      if (!session) return [];
      this.#unmet.delete(key);
      return this.#shown(session, scopes);
    });
    if (added.length > 0) this.#changed.fire({ added, removed: [], changed: [] });
  }

  /** For any other session the owner has to act, which only createSession can bring about. */
  #usable(sessions: readonly StoredSession[], version: string | undefined): readonly StoredSession[] {
    const at = now();
    return sessions.filter((session) => version === '3' || !isDead(session) || isUnexpired(session.tokens, at));
  }

  /** Locked sessions whose tokens are not known from before. Rejects if nothing can be read. */
  async #locked(stored: readonly StoredSession[]): Promise<readonly SessionInfo[]> {
    const infos = await this.#sessions.list().catch((error: unknown) => {
      throw forCaller(error);
    });
    return infos.filter(({ id, state }) => state === 'locked' && !stored.some((session) => session.id === id));
  }

  /** Never hands out a token of the application, because it gives access to the vehicles of every owner. */
  async #token(session: StoredSession, version: string | undefined): Promise<string> {
    if (version === '3') return tokenToShow(session, now(), version);
    const known = tokenToShow(session, now());
    if (!hasOwnTokens(session) || isUsable(session.tokens, now(), documentTiming)) return known;
    try {
      return await within(this.#sessions.accessToken(session.id), refreshLimitMs, this.#scheduler);
    } catch {
      return known;
    }
  }

  #shown(session: StoredSession, scopes = session.scopes): vscode.AuthenticationSession {
    const { version } = readScopes(scopes);
    const shownFor = version === '3' ? version : undefined;
    return asAsked(session, tokenToShow(session, now(), shownFor), scopes);
  }
}

/**
 * Other extensions show only the message, so it includes the next step. VS Code recognizes a cancellation by its name.
 */
function forCaller(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.kind !== 'cancelled') return new Error(`${error.message} ${error.nextStep}`, { cause: error });
  return Object.assign(new Error('Canceled', { cause: error }), { name: 'Canceled' });
}

/** For the list of accounts only, because it has no token. */
function listed({ id, account, scopes }: SessionInfo): vscode.AuthenticationSession {
  return { id, account, scopes, accessToken: '' };
}

/** Whether only the environment of a session is known: its account and permissions may be any. */
function isUntold({ account, id }: SessionInfo): boolean {
  return account.id === id;
}

/** VS Code compares the scopes to those that were requested, so they are returned unchanged. */
function asAsked(session: StoredSession, accessToken: string, scopes: readonly string[]): vscode.AuthenticationSession {
  return { id: session.id, accessToken, account: session.account, scopes };
}

function readScopes(scopes: readonly string[]): ScopeRequest {
  const valueOf = (prefix: string) => scopes.find((scope) => scope.startsWith(prefix))?.slice(prefix.length);
  return {
    environment: valueOf(environmentPrefix),
    version: valueOf(versionPrefix),
    permissions: scopes.filter((scope) => ![environmentPrefix, versionPrefix].some((each) => scope.startsWith(each))),
  };
}

/** Whether the session belongs to the environment and has at least the permissions and the version. */
function satisfies(
  session: Pick<StoredSession, 'environment' | 'scopes' | 'grant' | 'ownerId'>,
  { environment, version, permissions }: ScopeRequest,
  selectedEnvironment: string,
): boolean {
  const hasTokens = hasOwnTokens(session);
  const isOf =
    version === undefined || (version === '2.0' ? hasTokens : version === '3' && (!hasTokens || session.ownerId));
  return (
    Boolean(isOf) &&
    session.environment === (environment ?? selectedEnvironment) &&
    permissions.every((permission) => session.scopes.includes(permission))
  );
}
