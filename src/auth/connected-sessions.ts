import { Emitter } from '../common/event.ts';
import type { Disposable } from '../common/event.ts';
import { diffSessions } from './session-diff.ts';
import type { SessionDiff } from './session-diff.ts';
import type { Localization } from './session-errors.ts';
import type { SessionInfo, Sessions, SessionState } from './sessions.ts';
import type { Vault } from './session-vault.ts';
import { storageLocked } from './storage-locked.ts';
import { environmentOfSession, isDead } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';
import type { RefreshOutcome, TokenKeeper } from './token-keeper.ts';

/**
 * The sessions that this window knows, kept in step with what is stored. Every event comes from comparing two readings,
 * so a write of this window, which SecretStorage reports as well, is told once.
 */
export class ConnectedSessions implements Sessions, Disposable {
  readonly #vault: Vault;
  readonly #keeper: () => Promise<Pick<TokenKeeper, 'accessToken' | 'forget'>>;
  readonly #l10n: Localization;
  readonly #changed = new Emitter<void>();
  readonly #sessionsChanged = new Emitter<SessionDiff>();
  readonly #subscription: Disposable;
  #known: ReadonlyMap<string, StoredSession> | undefined;
  /** Ids whose entries are there but can't be read now. */
  #locked: ReadonlySet<string> = new Set();
  #isListLocked = false;
  /** What the last refresh in this window said, where it was no success. */
  readonly #troubled = new Map<string, SessionState>();
  /** Signed out here; gone even while SecretStorage can't be read. */
  readonly #removed = new Set<string>();
  #running: Promise<void> | undefined;
  #queued: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeSessions = this.#sessionsChanged.event;

  constructor(vault: Vault, keeper: () => Promise<Pick<TokenKeeper, 'accessToken' | 'forget'>>, l10n: Localization) {
    this.#vault = vault;
    this.#keeper = keeper;
    this.#l10n = l10n;
    this.#subscription = vault.onDidChange(() => void this.reload());
  }

  /** Rejects with ServiceError where SecretStorage has been locked since the start, so that nothing is known. */
  async list(): Promise<readonly SessionInfo[]> {
    const known = await this.stored();
    if (this.#isListLocked && known.length === 0) throw storageLocked(this.#l10n);
    const unknown = [...this.#locked].filter((id) => !known.some((session) => session.id === id));
    return [...known.map((session) => this.#infoOf(session)), ...unknown.map((id) => this.#lockedInfo(id))];
  }

  /** Everything that could ever be read since the start, tokens included. Never rejects. */
  async stored(): Promise<readonly StoredSession[]> {
    // A locked list is asked for again each time; nothing tells when a keyring is unlocked.
    if (!this.#known || this.#isListLocked || this.#locked.size > 0) await this.reload();
    return [...(this.#known?.values() ?? [])];
  }

  async accessToken(sessionId: string, rejected?: string): Promise<string> {
    return (await this.#keeper()).accessToken(sessionId, rejected);
  }

  /** Signs out here and now, whatever SecretStorage or the service do. */
  async remove(sessionId: string): Promise<void> {
    this.#removed.add(sessionId);
    await this.#vault.remove(sessionId);
    (await this.#keeper()).forget(sessionId);
    this.#troubled.delete(sessionId);
    await this.reload();
  }

  /** Takes note of a refresh. */
  noteOutcome(sessionId: string, outcome: RefreshOutcome): void {
    const before = this.#troubled.get(sessionId);
    if (outcome === 'renewed') this.#troubled.delete(sessionId);
    else if (outcome !== 'misconfigured') this.#troubled.set(sessionId, outcome);
    if (this.#troubled.get(sessionId) !== before) this.#changed.fire();
    void this.reload();
  }

  /** Reads everything again and tells what differs. Calls that come while one waits to start share it. */
  reload(): Promise<void> {
    this.#queued ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#running = this.#queued;
      this.#queued = undefined;
      return this.#readAndCompare();
    });
    return this.#queued;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#sessionsChanged.dispose();
  }

  async #readAndCompare(): Promise<void> {
    const entries = await this.#vault.list();
    const wasLocked = this.#lockedIds();
    const before = this.#known;
    this.#isListLocked = entries === undefined;
    const after = new Map(entries ? [] : before);
    if (entries) this.#locked = new Set(entries.filter(({ kind }) => kind === 'locked').map(({ id }) => id));
    for (const entry of entries ?? []) {
      const session = newest(entry.kind === 'session' ? entry.session : undefined, before?.get(entry.id));
      if (session && entry.kind !== 'absent') after.set(entry.id, session);
    }
    for (const id of this.#removed) after.delete(id);
    this.#known = after;
    const diff = before && diffSessions(before, after);
    if (diff) this.#sessionsChanged.fire(diff);
    if (diff || (before && wasLocked !== this.#lockedIds())) this.#changed.fire();
  }

  #lockedIds(): string {
    return this.#isListLocked ? 'all' : [...this.#locked].sort().join();
  }

  #infoOf(session: StoredSession): SessionInfo {
    const { id, environment, account, scopes, tokens } = session;
    const { accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
    return {
      id,
      environment,
      account,
      scopes,
      state: this.#stateOf(session),
      accessTokenExpiresAt,
      refreshTokenExpiresAt,
    };
  }

  #stateOf(session: StoredSession): SessionState {
    if (isDead(session)) return 'needs-owner';
    if (this.#isListLocked || this.#locked.has(session.id)) return 'locked';
    return this.#troubled.get(session.id) ?? 'fresh';
  }

  /** All that is known of a session that was locked from the start. */
  #lockedInfo(id: string): SessionInfo {
    return {
      id,
      environment: environmentOfSession(id),
      account: { id, label: this.#l10n.t('Locked account') },
      scopes: [],
      state: 'locked',
      accessTokenExpiresAt: 0,
      refreshTokenExpiresAt: 0,
    };
  }
}

/** A reading may be older than what this window has seen, because SecretStorage shows other windows' writes late. */
function newest(read: StoredSession | undefined, known: StoredSession | undefined): StoredSession | undefined {
  if (!read || !known) return read ?? known;
  return read.generation >= known.generation ? read : known;
}
