import { Emitter, type Disposable } from '../../../common/event.ts';
import type { Clock } from '../../../common/clock.ts';
import { errorName, log } from '../../../common/logger.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { isRefreshDue } from '../refresh/refresh-policy.ts';
import type { RefreshEvent, TokenManager } from '../refresh/token-manager.ts';
import type { Timing } from '../sessions/session-durations.ts';
import { storageLocked } from '../sessions/session-errors.ts';
import type { SessionInfo, SessionLack, Sessions, SessionState } from '../sessions/session-info.ts';
import type { SessionHeader } from '../sessions/session-record.ts';
import type { SessionVault } from '../sessions/session-vault.ts';
import { hasOwnTokens, isDead, type StoredSession, versionOfToken } from '../sessions/stored-session.ts';

interface ConnectedSessionsOptions {
  readonly vault: SessionVault;
  readonly tokenManager: TokenManager;
  /** A token of the session's application, for version 3. Rejects with ServiceError. */
  readonly applicationToken: (session: StoredSession, rejected: string | undefined) => Promise<string>;
  readonly timing: Timing;
  readonly clock: Clock;
}

export interface SessionDiff {
  readonly added: readonly StoredSession[];
  readonly removed: readonly StoredSession[];
  /** Same id, different data: usually, new tokens. */
  readonly changed: readonly StoredSession[];
}

/**
 * The sessions that this window knows, kept up to date with what is stored. Every event comes from comparing two
 * readings, so that a write of this window, which the watch reports as well, is announced only once.
 */
export class ConnectedSessions implements Sessions, Disposable {
  readonly #options: ConnectedSessionsOptions;
  readonly #changed = new Emitter<void>();
  readonly #sessionsChanged = new Emitter<SessionDiff>();
  readonly #subscription: Disposable;
  #known: ReadonlyMap<string, StoredSession> | undefined;
  /** Sessions that exist but can't be decrypted now. */
  #locked: ReadonlyMap<string, SessionHeader> = new Map();
  #isListLocked = false;
  readonly #refreshing = new Set<string>();
  /** Sessions whose last refresh in this window did not reach the service. */
  readonly #offline = new Set<string>();
  readonly #lacks = new Map<string, SessionLack>();
  /** The states as last announced. */
  #states = '';
  /** Sessions that were signed out in this window; never listed, even while SecretStorage can't be read. */
  readonly #removed = new Set<string>();
  #running: Promise<void> | undefined;
  #queued: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeSessions = this.#sessionsChanged.event;

  constructor(options: ConnectedSessionsOptions) {
    this.#options = options;
    this.#subscription = options.vault.onDidChange(() => void this.reload());
  }

  /** Rejects with ServiceError if SecretStorage has been locked since the start, so that nothing is known. */
  async list(): Promise<readonly SessionInfo[]> {
    await this.stored();
    const infos = this.#infos();
    if (this.#isListLocked && infos.length === 0) throw storageLocked();
    return infos;
  }

  /** Every session whose tokens could be read since the start. Never rejects. */
  async stored(): Promise<readonly StoredSession[]> {
    // Retry an unreadable folder each time; a key that is found later is announced by an event.
    if (!this.#known || this.#isListLocked) await this.reload();
    else await (this.#queued ?? this.#running);
    return [...(this.#known?.values() ?? [])];
  }

  async accessToken(sessionId: string, rejected?: string, version?: ApiVersion): Promise<string> {
    const session = (await this.stored()).find(({ id }) => id === sessionId);
    if (session && (version === '3' || !hasOwnTokens(session))) {
      return this.#options.applicationToken(session, rejected);
    }
    return this.#options.tokenManager.accessToken(sessionId, rejected);
  }

  async ofToken(accessToken: string): Promise<{ readonly id: string; readonly version: ApiVersion } | undefined> {
    const now = this.#options.clock.now();
    const find = async () => {
      for (const session of await this.stored()) {
        const version = versionOfToken(session, accessToken, now);
        if (version !== undefined) return { id: session.id, version };
      }
      return undefined;
    };
    const known = await find();
    if (known !== undefined) return known;
    // Another window may just have renewed it.
    await this.reload();
    return find();
  }

  async adoptOwner(sessionId: string, ownerId: string, origins: readonly string[]): Promise<void> {
    await this.#options.vault.allow(sessionId, origins, ownerId).catch((error: unknown) => {
      log.debug(`Session ${sessionId}: the owner's id is not stored yet: ${errorName(error)}`);
    });
    await this.reload();
  }

  /** Signs out of every version immediately, whatever SecretStorage or the service do. */
  async remove(sessionId: string): Promise<void> {
    this.#removed.add(sessionId);
    this.#options.tokenManager.forget(sessionId);
    await this.#options.vault.remove(sessionId);
    this.#offline.delete(sessionId);
    await this.reload();
  }

  noteLack(sessionId: string, lack: SessionLack | undefined): void {
    if (lack) this.#lacks.set(sessionId, lack);
    else if (!this.#lacks.delete(sessionId)) return;
    this.#announceStates(true);
  }

  /** Whether the version that takes the session's tokens no longer answers. */
  isSuspended(sessionId: string): boolean {
    return this.#lacks.get(sessionId)?.since !== undefined;
  }

  /** Records a refresh in this window. */
  recordRefresh(sessionId: string, event: RefreshEvent): void {
    if (event === 'begun') this.#refreshing.add(sessionId);
    else this.#refreshing.delete(sessionId);
    if (event === 'offline') this.#offline.add(sessionId);
    else if (event !== 'begun' && event !== 'ended') this.#offline.delete(sessionId);
    if (event === 'begun') this.#announceStates();
    else void this.reload();
  }

  /** Reads everything again and announces the differences. Calls share a reload that has not started yet. */
  reload(): Promise<void> {
    this.#queued ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#running = this.#queued;
      this.#queued = undefined;
      return this.#readAndCompare().finally(() => (this.#running = undefined));
    });
    return this.#queued;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#sessionsChanged.dispose();
  }

  async #readAndCompare(): Promise<void> {
    const entries = await this.#options.vault.list();
    const before = this.#known;
    this.#isListLocked = entries === undefined;
    const after = new Map(entries ? [] : before);
    const locked = new Map(entries ? [] : this.#locked);
    for (const entry of entries ?? []) {
      if (entry.kind === 'locked' && entry.header) locked.set(entry.id, entry.header);
      const session = newest(entry.kind === 'session' ? entry.session : undefined, before?.get(entry.id));
      if (session && entry.kind !== 'absent') after.set(entry.id, session);
    }
    for (const id of this.#removed) {
      after.delete(id);
      locked.delete(id);
    }
    this.#known = after;
    this.#locked = locked;
    const diff = before && diffSessions(before, after);
    // The tokens changed, so the service was reached.
    for (const { id } of diff?.changed ?? []) this.#offline.delete(id);
    if (diff) this.#sessionsChanged.fire(diff);
    this.#announceStates(diff !== undefined, before !== undefined);
  }

  /** Announces the states if they have changed since the last time. */
  #announceStates(isForced = false, isTold = true): void {
    const states = JSON.stringify([this.#isListLocked, this.#infos().map(({ id, state }) => [id, state])]);
    const isOther = states !== this.#states;
    this.#states = states;
    if (isTold && (isForced || isOther)) this.#changed.fire();
  }

  #infos(): SessionInfo[] {
    const known = [...(this.#known?.values() ?? [])].map((each) => this.#infoOf(each));
    const unknown = [...this.#locked].filter(([id]) => !this.#known?.has(id));
    return [...known, ...unknown.map(([id, header]) => this.#lockedInfo(id, header))];
  }

  #infoOf(session: StoredSession): SessionInfo {
    const { id, environment, account, scopes, origins, tokens } = session;
    const { accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
    const hasTokens = hasOwnTokens(session);
    return {
      id,
      lack: this.#lacks.get(id),
      environment,
      hasTokens,
      ownerId: hasTokens ? session.ownerId : account.id,
      account,
      scopes,
      origins,
      state: this.#stateOf(session),
      accessTokenExpiresAt,
      refreshTokenExpiresAt,
    };
  }

  /** The state that matters most to the user. */
  #stateOf(session: StoredSession): SessionState {
    const { clock, timing } = this.#options;
    if (isDead(session)) return 'needs-owner';
    if (this.#isListLocked || this.#locked.has(session.id)) return 'locked';
    if (!hasOwnTokens(session)) return 'application';
    if (this.#refreshing.has(session.id)) return 'refreshing';
    if (this.#offline.has(session.id)) return 'offline';
    return isRefreshDue(session.tokens, clock.now(), 0, timing) ? 'expiring' : 'fresh';
  }

  /** What the header reveals about a session that was locked from the start. */
  #lockedInfo(id: string, header: SessionHeader): SessionInfo {
    const { environment, account, scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = header;
    return { id, environment, account, scopes, state: 'locked', accessTokenExpiresAt, refreshTokenExpiresAt };
  }
}

/** A reading may be older than what this window has seen, for example if a file was restored by hand. */
function newest(read: StoredSession | undefined, known: StoredSession | undefined): StoredSession | undefined {
  if (!read || !known) return read ?? known;
  return read.generation >= known.generation ? read : known;
}

/** The differences between two readings, by id; undefined if there are none. */
function diffSessions(
  before: ReadonlyMap<string, StoredSession>,
  after: ReadonlyMap<string, StoredSession>,
): SessionDiff | undefined {
  const added: StoredSession[] = [];
  const changed: StoredSession[] = [];
  for (const session of after.values()) {
    const known = before.get(session.id);
    if (!known) added.push(session);
    else if (isOther(known, session)) changed.push(session);
  }
  const removed = [...before.values()].filter((session) => !after.has(session.id));
  return added.length + changed.length + removed.length > 0 ? { added, removed, changed } : undefined;
}

/** Compares more than generations: a sign-in and a concurrent refresh may have stored the same one. */
function isOther(known: StoredSession, session: StoredSession): boolean {
  return (
    known.generation !== session.generation ||
    known.deadGeneration !== session.deadGeneration ||
    known.origins?.length !== session.origins?.length ||
    known.ownerId !== session.ownerId ||
    known.environment !== session.environment ||
    known.tokens.accessToken !== session.tokens.accessToken
  );
}
