import type * as vscode from 'vscode';
import type { Clock } from '../../../common/clock.ts';
import { Emitter, type Disposable } from '../../../common/event.ts';
import { within, type Scheduler } from '../../../common/scheduler.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { ConnectedSessions } from './connected-sessions.ts';
import { isUnexpired, isUsable } from '../refresh/refresh-policy.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import { onlyVersion3, storageLocked } from '../sessions/session-errors.ts';
import { readScopes, satisfies, type ScopeRequest } from './scope-request.ts';
import { hasOwnTokens, isDead, tokenToShow, type StoredSession } from '../sessions/stored-session.ts';
import { documentTiming } from '../sessions/session-durations.ts';

export interface ProviderOptions {
  readonly sessions: Pick<ConnectedSessions, 'list' | 'stored' | 'accessToken' | 'remove' | 'onDidChangeSessions'>;
  readonly environments: Pick<Environments, 'current' | 'onDidChange'>;
  /** Sends the owner to Connect and stores the result. */
  readonly signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

interface SessionRequest {
  readonly scopes: readonly string[];
  readonly account: vscode.AuthenticationSessionAccountInformation | undefined;
}

type ChangeEvent = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/** How long `getSessions` waits for a refresh: VS Code's Accounts menu has to wait for it, too. */
const refreshLimitMs = 5_000;

/** Serves the Accounts menu and `vscode.authentication.getSession`. */
export class VehicleDataAuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #options: ProviderOptions;
  readonly #changed = new Emitter<ChangeEvent>();
  readonly #subscriptions: readonly Disposable[];
  /** Requests that no connected account satisfied. The Accounts menu offers to sign in for each of them. */
  readonly #unmet = new Map<string, SessionRequest>();
  readonly onDidChangeSessions = this.#changed.event as vscode.Event<ChangeEvent>;

  constructor(options: ProviderOptions) {
    this.#options = options;
    const { sessions, environments } = options;
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
    const { sessions, environments } = this.#options;
    const stored = await sessions.stored();
    const isOfAccount = ({ account }: SessionInfo | StoredSession) =>
      !options?.account || account.id === options.account.id;
    const ofAccount = stored.filter(isOfAccount);
    if (!scopes) {
      const locked = (await this.#locked(stored)).filter(isOfAccount);
      return [...ofAccount.map((session) => this.#shown(session)), ...locked.map(listed)];
    }
    const request = this.#read(scopes);
    const fitting = ofAccount.filter((session) => satisfies(session, request, environments.current()));
    if (fitting.length === 0) {
      const mayFit = (info: SessionInfo) =>
        isUntold(info)
          ? satisfies(info, { ...request, version: undefined, permissions: [] }, environments.current())
          : isOfAccount(info) && satisfies(info, { ...request, version: undefined }, environments.current());
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
    const { environment, version, permissions } = this.#read(scopes);
    const name = environment ?? this.#options.environments.current();
    const session = await this.#options.signIn(name, permissions).catch((error: unknown) => {
      throw forCaller(error);
    });
    if (version === '2.0' && !hasOwnTokens(session)) throw forCaller(onlyVersion3(session.account.label));
    return this.#shown(session, scopes);
  }

  removeSession(sessionId: string): Promise<void> {
    return this.#options.sessions.remove(sessionId);
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
    const { sessions, environments } = this.#options;
    const stored = await sessions.stored();
    const added = [...this.#unmet].flatMap(([key, { scopes, account }]) => {
      const request = this.#read(scopes);
      const ofAccount = this.#usable(stored, request.version).filter(
        (session) => !account || session.account.id === account.id,
      );
      const session = ofAccount.find((each) => satisfies(each, request, environments.current()));
      if (!session) return [];
      this.#unmet.delete(key);
      return this.#shown(session, scopes);
    });
    if (added.length > 0) this.#changed.fire({ added, removed: [], changed: [] });
  }

  /** For any other session the owner has to act, which only createSession can bring about. */
  #usable(sessions: readonly StoredSession[], version: string | undefined): readonly StoredSession[] {
    const now = this.#options.clock.now();
    return sessions.filter((session) => version === '3' || !isDead(session) || isUnexpired(session.tokens, now));
  }

  #read(scopes: readonly string[]): ScopeRequest {
    return readScopes(scopes);
  }

  /** Locked sessions whose tokens are not known from before. Rejects if nothing can be read. */
  async #locked(stored: readonly StoredSession[]): Promise<readonly SessionInfo[]> {
    const infos = await this.#options.sessions.list().catch((error: unknown) => {
      throw forCaller(error);
    });
    return infos.filter(({ id, state }) => state === 'locked' && !stored.some((session) => session.id === id));
  }

  /** Never hands out a token of the application, because it gives access to the vehicles of every owner. */
  async #token(session: StoredSession, version: string | undefined): Promise<string> {
    const { sessions, clock, scheduler } = this.#options;
    if (version === '3') return tokenToShow(session, clock.now(), version);
    const known = tokenToShow(session, clock.now());
    if (!hasOwnTokens(session) || isUsable(session.tokens, clock.now(), documentTiming)) return known;
    try {
      return await within(sessions.accessToken(session.id), refreshLimitMs, scheduler);
    } catch {
      return known;
    }
  }

  #shown(session: StoredSession, scopes = session.scopes): vscode.AuthenticationSession {
    const { version } = this.#read(scopes);
    const shownFor = version === '3' ? version : undefined;
    return asAsked(session, tokenToShow(session, this.#options.clock.now(), shownFor), scopes);
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
